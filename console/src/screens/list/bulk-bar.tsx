// Acts on the selected records: gives a field of all of them a value, exports them, deletes them.
import { Button, Popover } from '@mantine/core'
import { useRef, useState } from 'react'
import { type ListEdit, type Many, removeMany, updateMany } from '../../api/bulk.ts'
import type { Row } from '../../api/envelope.ts'
import { readSalesProcesses } from '../../api/sales-processes.ts'
import { useWorkspace, type Workspace } from '../../api/workspace.tsx'
import type { EntityFields } from '../../fields/entity-fields.ts'
import type { Field } from '../../fields/field.ts'
import { FieldPicker } from '../../fields/field-picker.tsx'
import { kindOf } from '../../fields/index.ts'
import { InsidePopover } from '../../fields/parts/inside-popover.ts'
import { followers, isPosition, isProcess, writtenPosition } from '../../fields/position.ts'
import { type Rights, rightsIn } from '../../fields/rights.ts'
import { writtenValue } from '../../fields/values.ts'
import type { Column } from '../../table/columns.ts'
import type { PageWindow } from '../../table/page-window.ts'
import type { Selection } from '../../table/selection.ts'
import type { ListRequest } from '../../table/windows.ts'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { useProgress } from '../../ui/frame/use-progress.ts'
import { useCountWords } from './count-text.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from './list.module.css'
import type { Count } from './use-count.ts'

interface Props {
  readonly request: ListRequest
  readonly window: PageWindow
  readonly fields: EntityFields
  readonly columns: readonly Column[]
  readonly selection: Selection
  /** How many match the request; it may be more than anybody has counted. */
  readonly count: Count
  onDone(): void
}

/** The records that a selection means. */
const meant = (
  { keys, all }: Selection,
  { criteria, order, knownBy }: ListRequest,
  { count, isMore }: Count,
): Many => ({ knownBy, ...(all ? { criteria, order, expected: isMore ? null : count } : { keys: [...keys] }) })

/** Those of the records that the person may change or delete; of all that match only the server knows. Null when there is none. */
function allowed(many: Many, right: keyof Rights, { store }: Workspace, { model }: EntityFields): Many | null {
  const may = (row: Row) => rightsIn(row, model)[right]
  if (!('keys' in many)) return may({}) ? many : null
  const keys = many.keys.filter(key => may(store.confirmed(key)))
  return keys.length > 0 ? { ...many, keys } : null
}

export function BulkBar(props: Props) {
  const { request, window, fields, columns, selection, count, onDone } = props
  const { list: t } = useTexts()
  const workspace = useWorkspace()
  const run = useProgress()
  const { entity } = request
  const words = useCountWords()
  const many = meant(selection, request, count)
  const [changed, deleted] = [allowed(many, 'update', workspace, fields), allowed(many, 'delete', workspace, fields)]
  const readOnly = 'keys' in many ? many.keys.length - (changed && 'keys' in changed ? changed.keys.length : 0) : 0
  const remove = async (gone: Many) => {
    if ('keys' in gone) window.hide(gone.keys)
    onDone()
    await run(t.deleting, progress => removeMany(workspace, { entity, many: gone, label: t.deleted, progress }))
    await window.restart()
  }
  return (
    <section className={styles.bulk} aria-label={t.bulk} data-bar>
      <span className={styles.bulkCount}>{t.chosen(selection.all ? words(count) : String(selection.keys.size))}</span>
      {readOnly > 0 && <span className={styles.bulkCount}>{t.readOnly(readOnly)}</span>}
      <BulkEdit
        fields={fields}
        disabled={changed === null}
        onApply={(field, value, edit) => {
          if (!changed) return
          const change = {
            entity,
            many: changed,
            path: field.path,
            selector: kindOf(field).select(field),
            edit,
          }
          void run(t.changing, async progress => {
            const processes = isPosition(field.path) ? await readSalesProcesses(workspace) : []
            const write = (one: unknown) => ({
              [field.writeAs]: writtenValue(field, one),
              ...writtenPosition(followers(field.path, one, processes)),
            })
            const label = (count: number) => t.changed(field.label, count)
            return updateMany(workspace, { ...change, value, write, label, progress })
          })
        }}
      />
      <ExportMenu records={{ ...request, keys: selection.all ? null : [...selection.keys] }} columns={columns}>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          leftSection={<Icon name="download" size={14} />}
          rightSection={<Icon name="up" size={12} />}
        >
          {t.export}
        </Button>
      </ExportMenu>
      <Button
        variant="subtle"
        size="compact-sm"
        color="red"
        leftSection={<Icon name="bin" size={14} />}
        disabled={deleted === null}
        onClick={() => deleted && void remove(deleted)}
      >
        {t.delete}
      </Button>
      <Button variant="subtle" size="compact-sm" color="gray" onClick={onDone} aria-label={t.unchoose}>
        <Icon name="close" size={14} />
      </Button>
    </section>
  )
}

interface EditProps {
  readonly fields: EntityFields
  readonly disabled: boolean
  onApply(field: Field, value: unknown, edit: ListEdit | undefined): void
}

function BulkEdit({ fields, disabled, onApply }: EditProps) {
  const { list: t } = useTexts()
  const [field, setField] = useState<Field | null>(null)
  const editable = fields.all.filter(
    one => one.writable && !one.inactive && !isProcess(one) && kindOf(one).Editor !== undefined,
  )
  return (
    <Popover
      withRoles={false}
      opened={field !== null}
      onClose={() => setField(null)}
      position="top-start"
      withinPortal
      trapFocus
      shadow="lg"
    >
      <Popover.Target>
        <span>
          <FieldPicker fields={editable} onPick={setField}>
            {open => (
              <Button
                variant="subtle"
                size="compact-sm"
                color="gray"
                leftSection={<Icon name="settings" size={14} />}
                disabled={disabled}
                onClick={open}
              >
                {t.editField}
              </Button>
            )}
          </FieldPicker>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.bulkEdit}>
        {field && (
          <NewValue
            key={field.path}
            field={field}
            onCancel={() => setField(null)}
            onApply={(value, edit) => {
              setField(null)
              onApply(field, value, edit)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface NewValueProps {
  readonly field: Field
  onCancel(): void
  onApply(value: unknown, edit?: ListEdit): void
}

function NewValue({ field, onCancel, onApply }: NewValueProps) {
  const { list: t, ui } = useTexts()
  const value = useRef<unknown>(null)
  const { Editor, byElement } = kindOf(field)
  if (!Editor) return null
  return (
    <InsidePopover value={true}>
      <span className={styles.bulkLabel}>{t.newValue(field.label)}</span>
      <div className={styles.bulkInput}>
        <Editor
          field={field}
          value={null}
          record={{}}
          autoFocus
          onChange={next => {
            value.current = next
          }}
          onDone={() => {}}
        />
      </div>
      <div className={styles.bulkActions}>
        <Button variant="default" onClick={onCancel}>
          {ui.cancel}
        </Button>
        {byElement ? (
          <>
            <Button variant="default" onClick={() => onApply(value.current, 'Remove')}>
              {t.removeFrom}
            </Button>
            <Button onClick={() => onApply(value.current, 'Append')}>{t.addTo}</Button>
          </>
        ) : (
          <Button onClick={() => onApply(value.current)}>{t.apply}</Button>
        )}
      </div>
    </InsidePopover>
  )
}
