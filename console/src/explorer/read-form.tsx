// Edits a Read by fields, order and number; what it changes is the JSON itself, and the rest of the JSON stays as it is.
import { Button, MultiSelect, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import type { Body } from '../api/envelope.ts'
import type { EntityModel } from '../api/schema.ts'
import { useFields } from '../fields/use-fields.ts'
import { filterOfQuery, searchQueryOf } from '../filter/criteria.ts'
import { FilterTree } from '../filter/filter-tree.tsx'
import { useTexts } from '../texts/index.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Icon } from '../ui/display/icons.tsx'
import classes from './explorer.module.css'

type Order = Readonly<Record<string, 'ASC' | 'DESC'>>

interface Content {
  readonly Scope?: { readonly Fields?: Body }
  readonly Criteria?: { readonly SearchQuery?: Body; readonly Top?: number }
  readonly OrderBy?: { readonly Fields?: readonly Order[] }
}

interface ReadFormProps {
  readonly body: Body
  /** The member of the body: `AbEntry`, or `AbEntry.x` of a batch. */
  readonly member: string
  readonly model: EntityModel
  readonly onChange: (body: Body) => void
}

export function ReadForm({ body, member, model, onChange }: ReadFormProps) {
  const { explorer } = useTexts()
  const content = (body[member] ?? {}) as Content
  const change = (patch: Content): void => onChange({ ...body, [member]: { ...content, ...patch } })
  const chosen = content.Scope?.Fields ?? {}
  const names = model.fields.map(({ path, label }) => ({
    value: path,
    label: label === path ? path : `${path} · ${label}`,
  }))
  // Functions such as $COUNT() are no fields, but may be chosen all the same.
  const others = Object.keys(chosen).filter(path => !model.field(path))
  return (
    <div className={classes.form}>
      <MultiSelect
        label={explorer.form.fields}
        description={explorer.form.fieldsHint}
        data={[...names, ...others.map(path => ({ value: path, label: path }))]}
        value={Object.keys(chosen)}
        onChange={paths =>
          change({
            Scope: { ...content.Scope, Fields: Object.fromEntries(paths.map(path => [path, chosen[path] ?? 1])) },
          })
        }
        searchable
        hidePickedOptions
        limit={60}
        nothingFoundMessage={explorer.form.noField}
        maxDropdownHeight={280}
      />
      <Conditions
        entity={model.name}
        query={content.Criteria?.SearchQuery ?? {}}
        onChange={SearchQuery => change({ Criteria: { ...content.Criteria, SearchQuery } })}
      />
      <OrderRows
        order={content.OrderBy?.Fields ?? []}
        model={model}
        onChange={Fields => change({ OrderBy: { ...content.OrderBy, Fields } })}
      />
      <NumberInput
        label={explorer.form.top}
        className={classes.top}
        min={1}
        max={10_000}
        value={content.Criteria?.Top ?? ''}
        onChange={top => {
          const { Top: _, ...criteria } = content.Criteria ?? {}
          change({ Criteria: typeof top === 'number' ? { ...criteria, Top: top } : criteria })
        }}
      />
    </div>
  )
}

interface ConditionsProps {
  readonly entity: string
  readonly query: Body
  readonly onChange: (query: Body) => void
}

/** A condition that is not complete yet is in no JSON, so the tree is kept beside it until the JSON says something else. */
function Conditions({ entity, query, onChange }: ConditionsProps) {
  const { explorer } = useTexts()
  const { data: fields } = useFields(entity)
  const [tree, setTree] = useState<ReturnType<typeof filterOfQuery> | null>(null)
  if (!fields) return null
  const isCurrent = tree !== null && JSON.stringify(searchQueryOf(tree, fields.of)) === JSON.stringify(query)
  const filter = isCurrent ? tree : filterOfQuery(query, fields.of)
  return (
    <fieldset className={classes.part}>
      <legend>{explorer.form.conditions}</legend>
      <FilterTree
        fields={fields}
        filter={filter}
        onChange={next => {
          setTree(next)
          onChange(searchQueryOf(next, fields.of))
        }}
      />
    </fieldset>
  )
}

interface OrderProps {
  readonly order: readonly Order[]
  readonly model: EntityModel
  readonly onChange: (order: readonly Order[]) => void
}

function OrderRows({ order, model, onChange }: OrderProps) {
  const { explorer, ui } = useTexts()
  const sortable = model.fields.filter(({ isSortable }) => isSortable)
  const data = sortable.map(({ path, label }) => ({ value: path, label: label === path ? path : `${path} · ${label}` }))
  const put = (at: number, one: Order): void => onChange(order.map((old, index) => (index === at ? one : old)))
  return (
    <fieldset className={classes.part}>
      <legend>{explorer.form.order}</legend>
      {order.map((one, at) => {
        const [path = '', direction = 'ASC'] = Object.entries(one)[0] ?? []
        return (
          <div key={path} className={classes.orderRow}>
            <Select
              aria-label={explorer.form.orderField}
              data={data}
              value={path}
              searchable
              limit={60}
              allowDeselect={false}
              onChange={next => next !== null && put(at, { [next]: direction })}
            />
            <Segments
              label={explorer.form.direction}
              value={direction}
              data={[
                { value: 'ASC', label: explorer.form.up },
                { value: 'DESC', label: explorer.form.down },
              ]}
              onChange={next => put(at, { [path]: next })}
            />
            <IconButton aria-label={ui.delete} onClick={() => onChange(order.filter((_, index) => index !== at))}>
              <Icon name="close" size={14} />
            </IconButton>
          </div>
        )
      })}
      <Button
        variant="default"
        leftSection={<Icon name="plus" size={12} />}
        onClick={() => {
          const free = sortable.find(({ path }) => !order.some(one => path in one))
          if (free) onChange([...order, { [free.path]: 'ASC' }])
        }}
      >
        {explorer.form.addOrder}
      </Button>
    </fieldset>
  )
}
