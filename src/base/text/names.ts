// Converts names of the API to names of columns, tables and examples.

/** `CompanyName` -> `company_name`, `AllowS256` -> `allow_s256`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** `AbEntry` -> `ab-entry`. */
export const kebabCase = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
