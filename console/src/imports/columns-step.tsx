// Lets a person say which field each column of the file is, and how rows find the records that exist.
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useKeptDraft } from '../api/use-draft.ts'
import { type Field, fullLabel } from '../fields/field.ts'
import { useSending } from '../fields/form-drawer.tsx'
import { ProblemList } from '../fields/problems.tsx'
import { useFields } from '../fields/use-fields.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Loading } from '../ui/display/states.tsx'
import { ColumnLine } from './column-line.tsx'
import classes from './columns.module.css'
import { ExistingRecords } from './existing-records.tsx'
import type { ImportDetails } from './import.ts'
import importClasses from './imports.module.css'
import {
  firstMapping,
  lacksSource,
  type Mapping,
  mappingBody,
  openColumns,
  usedColumns,
  withLabels,
} from './mapping.ts'
import { SavedMappings } from './saved-mappings.tsx'
import { factsOf, isField, type TargetWords, targetsOf } from './targets.ts'
import { useCountText } from './use-count-text.ts'
import { useImportActions } from './use-import.ts'
import { useRunKey } from './use-run-key.ts'

interface Props {
  readonly found: ImportDetails
  readonly isOwn: boolean
}

export function ColumnsStep({ found, isOwn }: Props) {
  const { data: fields } = useFields(found.entity)
  const words: TargetWords = useTexts().imports.columns
  const targets = useMemo(() => fields && targetsOf(fields, words), [fields, words])
  return targets ? <ColumnForm found={found} isOwn={isOwn} targets={targets} /> : <Loading rows={10} height={48} />
}

/** Headings in the language of the console are known here; the server knows those of other systems. */
function mappingFor(found: ImportDetails, targets: readonly Field[]): Mapping {
  const first = firstMapping(found)
  if (found.mapping !== null) return first
  const labels = targets.filter(isField).map(field => ({ path: field.path, label: fullLabel(field) }))
  return withLabels(first, found.columns, labels)
}

function ColumnForm({ found, isOwn, targets }: Props & { targets: readonly Field[] }) {
  const { imports } = useTexts()
  const t = imports.columns
  const countText = useCountText()
  const draft = useKeptDraft<Mapping>(
    `import ${found.id}`,
    useMemo(() => mappingFor(found, targets), [found, targets]),
  )
  const mapping = draft.value
  const sending = useSending()
  const { plan } = useImportActions(found.id)
  const byPath = useMemo(() => new Map(targets.map(target => [target.path, target])), [targets])
  const undecided = openColumns(mapping, found.columns, entry => factsOf(byPath.get(entry)))
  const open = [...undecided, ...(lacksSource(mapping) ? [t.source] : [])]
  const isEmpty = usedColumns(mapping).length === 0
  const mayCheck = isOwn && open.length === 0 && !isEmpty
  const check = (): Promise<void> =>
    sending.send(async () => {
      await plan(mappingBody(mapping))
      draft.drop()
    })
  useRunKey(t.check, mayCheck ? check : null)
  const isOfColumn = (path: string): boolean => found.columns.some(({ name }) => path === `columns.${name}`)
  return (
    <>
      <div className={classes.head}>
        <p>{t.lead(countText(found.rows), found.columns.length)}</p>
        <SavedMappings found={found} mapping={mapping} onChange={draft.change} />
      </div>
      {found.problems.length > 0 && sending.problems.length === 0 && (
        <div role="alert" className={importClasses.problem}>
          {found.problems.map(({ Path, Message }) => (
            <p key={Path + Message}>{Message}</p>
          ))}
        </div>
      )}
      <ProblemList problems={sending.problems.filter(({ path }) => !isOfColumn(path))} />
      <ul className={classes.columns} aria-label={imports.steps.columns}>
        {found.columns.map(column => (
          <ColumnLine
            key={column.name}
            column={column}
            rows={found.rows}
            mapping={mapping}
            targets={targets}
            problems={sending.problems.filter(({ path }) => path === `columns.${column.name}`)}
            onChange={draft.change}
          />
        ))}
      </ul>
      <ExistingRecords found={found} mapping={mapping} labelOf={path => byPath.get(path)} onChange={draft.change} />
      <div className={importClasses.foot}>
        <span className={importClasses.footHint} data-open={open.length > 0 || isEmpty || undefined}>
          {isEmpty ? t.noField : open.length > 0 ? t.open(open.join(', ')) : t.checkHint}
        </span>
        <Button
          rightSection={<Icon name="right" size={14} />}
          disabled={!mayCheck}
          loading={sending.isSending}
          onClick={() => void check()}
        >
          {t.check}
        </Button>
      </div>
    </>
  )
}
