// Declares the types that the bench uses of packages without types, or installed only at run time.

declare module 'autocannon' {
  export default function autocannon(options: never): Promise<{ readonly errors: number }>
}

declare module 'postgraphile' {
  export function postgraphile(preset: never): {
    createServ(adaptor: unknown): { addTo(server: import('node:http').Server): Promise<void> }
  }
}

declare module 'postgraphile/grafserv/node' {
  export const grafserv: unknown
}

declare module 'postgraphile/adaptors/pg' {
  export function makePgService(options: object): object
}

declare module 'postgraphile/presets/amber' {
  export const PostGraphileAmberPreset: object
}
