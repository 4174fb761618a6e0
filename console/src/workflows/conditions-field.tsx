// Edits the conditions on the record of a workflow's action.

import type { ReactNode } from 'react'
import type { Body } from '../api/envelope.ts'
import { useFields } from '../fields/use-fields.ts'
import { filterOfQuery, searchQueryOf } from '../filter/criteria.ts'
import { FilterTree } from '../filter/filter-tree.tsx'
import type { Group } from '../filter/tree.ts'
import { Loading } from '../ui/display/states.tsx'
import type { WorkflowEntity } from './definition.ts'
import classes from './workflows.module.css'

interface ConditionsProps {
  readonly entity: WorkflowEntity
  readonly label: string
  readonly hint?: string
  /** The filter as it is edited, with conditions that have no value yet; null until something was changed. */
  readonly filter: Group | null
  readonly query: Body
  readonly error: ReactNode
  readonly onChange: (filter: Group, query: Body) => void
}

export function ConditionsField({ entity, label, hint, filter, query, error, onChange }: ConditionsProps) {
  const { data: fields } = useFields(entity)
  if (!fields) return <Loading rows={1} />
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {hint && <p className={classes.hint}>{hint}</p>}
      <FilterTree
        fields={fields}
        filter={filter ?? filterOfQuery(query, fields.of)}
        onChange={next => onChange(next, searchQueryOf(next, fields.of))}
      />
      {error}
    </fieldset>
  )
}
