// Shows the groups of a list with their numbers and sums; each opens as the list of its records.
import { useMemo } from 'react'
import { rowsOf } from '../../api/envelope.ts'
import { useRead } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { type Field, fullLabel } from '../../fields/field.ts'
import { aggregateOf, recordCount, type Summary, summaryMembers } from '../../table/summaries.ts'
import { useTexts } from '../../texts/index.tsx'
import { useScreenLocation } from '../../ui/addresses/addresses.ts'
import { PageLink } from '../../ui/addresses/page-link.tsx'
import { changedTexts, type Texts } from '../../ui/addresses/params.ts'
import { countText } from '../../ui/display/count-text.ts'
import { Failed, Loading } from '../../ui/display/states.tsx'
import classes from './group-table.module.css'
import { filterWith, groupMembers, groupsIn, mostGroups, type RecordGroup, usualSummaries } from './groups.ts'
import { NothingFound } from './nothing-found.tsx'
import { listParams } from './state.ts'
import type { ListModel } from './use-list.ts'

export function GroupTable({ list, field }: { readonly list: ListModel; readonly field: Field }) {
  const { request, params, columns, fields, title } = list
  const { list: t, reports } = useTexts()
  const { culture } = useWorkspace().session
  const summaries = params.sums.length > 0 ? params.sums : usualSummaries(columns)
  const members = {
    ...groupMembers(request, field, summaries),
    ...summaryMembers(request.entity, request.criteria, summaries),
  }
  const { data, error, refetch } = useRead(members, { title: t.groups.by(fullLabel(field)), keep: true })
  const rows = rowsOf(data, `${request.entity}.groups`)
  const groups = useMemo(() => groupsIn(rows, field, culture), [rows, field, culture])
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={8} />
  if (groups.length === 0) return <NothingFound list={list} />
  const [all] = rowsOf(data, `${request.entity}.total`)
  const nameOf = ({ path, way }: Summary) => t.groups.ways[way](fullLabel(fields.of(path) ?? field))
  const number = (value: unknown): string => countText({ count: Number(value ?? 0), isMore: false }, culture)
  const shown = (value: unknown): string => (typeof value === 'number' ? number(value) : String(value ?? '–'))
  return (
    <section className={classes.groups} aria-label={t.groups.by(fullLabel(field))}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{fullLabel(field)}</th>
            <th scope="col">{t.groups.count}</th>
            {summaries.map(one => (
              <th key={one.path} scope="col">
                {nameOf(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(group => (
            <tr key={group.id}>
              <th scope="row">
                <GroupLink group={group} list={list} />
              </th>
              <td>{number(group.count)}</td>
              {summaries.map(one => (
                <td key={one.path}>{shown(group.row[aggregateOf(one)])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{reports.total}</th>
            <td>{number(all?.[recordCount])}</td>
            {summaries.map(one => (
              <td key={one.path}>{shown(all?.[aggregateOf(one)])}</td>
            ))}
          </tr>
        </tfoot>
      </table>
      {rows.length > mostGroups && <p className={classes.more}>{t.groups.more(mostGroups)}</p>}
    </section>
  )
}

function GroupLink({ group, list }: { readonly group: RecordGroup; readonly list: ListModel }) {
  const { groups: t } = useTexts().list
  const { pathname, search } = useScreenLocation()
  const filter = filterWith(list.params.filter, group.condition)
  const [, , , ...path] = pathname.split('/')
  return (
    <PageLink to={path.join('/')} search={changedTexts(listParams, search as Texts, { filter, group: '' })}>
      {group.label || <span className={classes.none}>{t.none}</span>}
    </PageLink>
  )
}
