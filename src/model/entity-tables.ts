// Declares, with their types, the columns of entity tables that static statements use.
import { type Column, column, required, type Table, type TablesOf, tenant } from '../storage/table.ts'
import { tables as derived } from './tables.ts'

/** The type of a derived table for static statements. Throws when the table of the entity lacks one of the columns. */
function entityTable<const Name extends string, const Columns extends readonly Column[]>(
  name: Name,
  columns: Columns,
): Table<Name, Columns> {
  const table = derived.find(other => other.name === name)
  if (!table) throw new Error(`No entity file gives a table ${name}`)
  const known = new Map(table.columns.map(c => [c.name, c]))
  for (const { name: column, type, nullable } of columns) {
    const found = known.get(column)
    if (found?.type === type && found.nullable === nullable) continue
    throw new Error(`The table ${name} has no column ${column} of the declared type: see the entity file`)
  }
  const { scope } = table
  return { name, scope, columns, primaryKey: [] }
}

const common = [
  tenant,
  required('id', 'text'),
  column('display', 'text'),
  column('display_f', 'text'),
  column('deleted', 'text'),
  column('deleted_at', 'integer'),
] as const

const entityTables = [
  entityTable('user', [
    ...common,
    column('first_name', 'text'),
    column('last_name', 'text'),
    column('display_name', 'text'),
    column('email', 'text'),
    column('email_f', 'text'),
    column('notification_mail', 'text'),
    column('uid_f', 'text'),
    required('enabled', 'flag', 1),
    required('admin', 'flag', 0),
    column('culture', 'text'),
    column('time_zone', 'text'),
    required('sso_only', 'flag', 0),
    required('sessions_from', 'integer', 0),
    required('browsers_from', 'integer', 0),
    column('password', 'text'),
  ]),
  entityTable('task', [
    ...common,
    column('assigned_to', 'text'),
    column('date_time', 'integer'),
    required('completed', 'flag', 0),
  ]),
  entityTable('interaction', [...common, column('start_date', 'integer')]),
  entityTable('interaction_leads', [tenant, required('owner', 'text'), required('item', 'text')]),
  entityTable('opportunity', [...common, column('leader', 'text')]),
  entityTable('note', [...common, column('parent_kind', 'text'), column('parent_id', 'text')]),
  entityTable('notification', [...common, column('recipient', 'text'), required('read', 'flag', 0)]),
  entityTable('security_group', common),
  entityTable('security_group_members', [tenant, required('owner', 'text'), required('item', 'text')]),
  entityTable('application', [
    ...common,
    column('name', 'text'),
    column('redirect_uri', 'text'),
    column('more_redirect_uris', 'text'),
    required('public', 'flag', 0),
    required('allow_s256', 'flag', 0),
    column('public_keys', 'text'),
    column('client_id', 'text'),
    column('client_secret', 'text'),
  ]),
  entityTable('personal_access_token', [
    ...common,
    column('expires', 'integer'),
    column('scope', 'text'),
    column('user_id', 'text'),
    column('digest', 'text'),
    required('revoked', 'flag', 0),
    column('chain', 'text'),
  ]),
  entityTable('workflow_delivery', [
    ...common,
    column('kind', 'text'),
    column('status', 'text'),
    column('workflow_action_key', 'text'),
    column('recipient', 'text'),
    column('subject', 'text'),
    column('body', 'text'),
    required('language', 'text', 'en'),
    column('attempts', 'integer'),
    column('next_attempt', 'integer'),
    column('last_attempt', 'integer'),
    column('http_status', 'integer'),
    column('response', 'text'),
    required('held_until', 'integer', 0),
    column('created', 'integer'),
  ]),
  entityTable('workflow', [...common, required('inactive', 'flag', 0), column('owner', 'text')]),
  entityTable('workflow_action', [
    ...common,
    column('secret_salt', 'text'),
    column('parent_id', 'text'),
    column('action', 'integer'),
  ]),
  entityTable('mail_suppression', [...common, column('email_f', 'text')]),
  entityTable('sales_team', common),
  entityTable('sales_process_setup', [...common, column('description', 'text')]),
  entityTable('sales_stage_setup', [
    ...common,
    column('sales_process_setup_key', 'text'),
    column('description', 'text'),
    column('probability_close', 'integer'),
    column('target_age', 'integer'),
    column('sequence', 'integer'),
  ]),
  entityTable('currency_rate', [
    ...common,
    column('currency_code', 'text'),
    column('description', 'text'),
    column('effective_date', 'text'),
  ]),
  entityTable('custom_setup', [
    ...common,
    column('name', 'text'),
    column('plural_name', 'text'),
    column('tag', 'text'),
    column('icon', 'text'),
    column('parent_entity', 'text'),
  ]),
  entityTable('history', [
    ...common,
    column('parent_kind', 'text'),
    column('parent_id', 'text'),
    column('changes', 'text'),
  ]),
  entityTable('sign_in', [...common, column('created', 'integer')]),
  entityTable('request_log', [
    ...common,
    column('created', 'integer'),
    column('body', 'text'),
    column('answer', 'text'),
  ]),
  entityTable('request_capture', [...common, column('until', 'integer')]),
  entityTable('document', [...common, column('name', 'text'), column('ext', 'text'), column('content', 'text')]),
  entityTable('document_library', [
    ...common,
    column('name', 'text'),
    column('ext', 'text'),
    column('content', 'text'),
  ]),
]

export type EntityTables = TablesOf<typeof entityTables>
