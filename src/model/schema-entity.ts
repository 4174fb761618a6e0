// Describes the members of Schema rows as fields, so that Schema is read by the same code as every entity.
import type { Entity } from '../entities/entity.ts'
import { flag } from '../fields/kinds/flag.ts'
import { flagOrRule, jsonCell, pathKey, textList } from '../fields/kinds/particular/schema-member.ts'
import { text } from '../fields/kinds/text.ts'

/** Longer than any text of a row. */
const max = 10_000

/** No table has this name: the rows are in memory (schema-rows.ts), and Schema is not one of the model's entities. */
export const schemaEntity: Entity = {
  name: 'Schema',
  doc: 'Describes entities, fields and sub-fields, one row each.',
  table: 'schema',
  operations: ['Create', 'Read', 'Update', 'Delete'],
  adminWrites: true,
  display: () => null,
  fields: {
    Key: pathKey({ doc: 'The path of the field: absolute with SchemaObject 1.0 in Compatibility, else relative.' }),
    Alias: textList({ doc: 'Other spellings of the path.' }),
    Type: text({ doc: 'The type of the field, such as StringField; Entity for an entity.', max }),
    Name: text({ doc: 'The last step of the path; the given name of a user-defined field.', max }),
    AppliesTo: textList({ doc: "The types of record that have the field. The entity's name finds all of them." }),
    Sortable: flag({ doc: 'Records can be ordered by the field.' }),
    Nullable: flag({ doc: 'The field may be empty.' }),
    Assignable: flag({ doc: 'The field can be written.' }),
    Queryable: textList({ doc: 'The operators that criteria on the field take.' }),
    Mandatory: flagOrRule({ doc: 'Whether the field needs a value, or the rule that decides it.' }),
    Attributes: jsonCell({ doc: 'What else is known of the field, such as MaxLength.' }),
    HasOption: flag({ doc: 'FieldOptions lists the options of the field.' }),
    DisplayValue: text({ doc: 'The label of the field.', max }),
    Inactive: flag({ doc: 'The field is no longer offered.' }),
    Description: text({ doc: 'What the field is for.', max }),
    TAG: text({ doc: 'A short name that the administrator gave to a user-defined field.', max, column: 'tag' }),
    Folder: text({ doc: 'The key of the folder that a user-defined field is in.', max }),
    RequestedBy: text({ doc: 'Who asked for a user-defined field.', max }),
    Formula: text({ doc: 'There are no computed user-defined fields: null.', max }),
    ReadOnly: flag({ doc: 'The field cannot be written.' }),
    AlwaysMandatory: flag({ doc: 'The field needs a value in every record.' }),
    Items: jsonCell({ doc: 'The options of the field.', members: ['Key', 'Value', 'DisplayValue', 'Inactive'] }),
  },
}
