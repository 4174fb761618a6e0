// Says the conditions on the record of a workflow's action in words.
import { Fragment } from 'react'
import type { Body } from '../api/envelope.ts'
import { useFields } from '../fields/use-fields.ts'
import { ConditionText } from '../filter/condition.tsx'
import { filterOfQuery } from '../filter/criteria.ts'
import { isGroup, isRaw } from '../filter/tree.ts'
import { useTexts } from '../texts/index.tsx'
import type { WorkflowEntity } from './definition.ts'
import classes from './workflows.module.css'

/** The conditions in one line: `City is Bern and Category is Client`. Groups within are behind an ellipsis; the form has them. */
export function ConditionsText({ entity, query }: { readonly entity: WorkflowEntity; readonly query: Body }) {
  const { filter: words } = useTexts()
  const { data: fields } = useFields(entity)
  if (!fields || Object.keys(query).length === 0) return null
  const { join, items } = filterOfQuery(query, fields.of)
  return (
    <p className={classes.conditions}>
      {items.map((item, at) => {
        const field = isGroup(item) || isRaw(item) ? undefined : fields.of(item.field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its place
          <Fragment key={at}>
            {at > 0 && <span>{words[join]}</span>}
            {field && !isGroup(item) && !isRaw(item) ? (
              <ConditionText field={field} condition={item} />
            ) : (
              <span>…</span>
            )}
          </Fragment>
        )
      })}
    </p>
  )
}
