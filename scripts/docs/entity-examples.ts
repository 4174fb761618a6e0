// Holds the requests that the pages of entities show; `npm run docs` sends them and adds the answers.

/**
 * By entity. A name such as `<lakeside>` stands for the key of a record of `examples/world.ts`; keys of new records are
 * named after their entity, `<ab-entry-1>`.
 */
export const entityExamples: Readonly<Record<string, readonly string[]>> = {
  AbEntry: [
    `POST /api/Create

{
  "AbEntry": {
    "Data": {
      "Key": null,
      "Type": "Contact",
      "ParentKey": "<lakeside>",
      "FirstName": "Nora",
      "LastName": "Quinn",
      "Email": "nora@lakeside.example"
    }
  }
}`,
    `POST /api/Read

{
  "AbEntry": {
    "Scope": { "Fields": { "FullName": 1, "Email": 1, "CompanyName": 1 } },
    "Criteria": { "SearchQuery": { "Type": { "$EQ": "Contact" } } },
    "OrderBy": { "Fields": [{ "LastName": "ASC" }] }
  }
}`,
  ],
}
