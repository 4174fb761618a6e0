// Shows one area of the set-up, by its address.
import { type Row, textOf } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { filterText } from '../filter/url.ts'
import { AreaPage } from '../setup/area-page.tsx'
import type { AreaName } from '../setup/areas.ts'
import { UserDefinedFields } from '../setup/fields-list.tsx'
import { Invitations, SendLink } from '../setup/invitations.tsx'
import { lists } from '../setup/lists.ts'
import { OptionListEditor } from '../setup/option-list.tsx'
import { kinds, Processes } from '../setup/processes.tsx'
import { ProductMatrix } from '../setup/products.tsx'
import { RecordList } from '../setup/record-list.tsx'
import classes from '../setup/setup.module.css'
import { Adding } from '../setup/sortable.tsx'
import { TeamMembers } from '../setup/team-members.tsx'
import { useOptionLists } from '../setup/use-option-lists.ts'
import { UserFactors } from '../setup/user-factors.tsx'
import { UserGrants } from '../setup/user-grants.tsx'
import { UserPicture } from '../setup/user-picture.tsx'
import { useTexts } from '../texts/index.tsx'
import { entityName } from '../texts/names.ts'
import { useScreenLocation } from '../ui/addresses/addresses.ts'
import { PageLink } from '../ui/addresses/page-link.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Segments } from '../ui/controls/segments.tsx'
import { Loaded } from '../ui/display/states.tsx'

export default function SetupArea() {
  const { pathname } = useScreenLocation()
  const area = pathname.split('/').at(-1) as AreaName
  if (area === 'fields') return <UserDefinedFields />
  if (area === 'options') return <OptionLists />
  if (area === 'processes') return <ProcessesArea />
  if (area === 'products') {
    return (
      <AreaPage area={area}>
        <ProductMatrix />
      </AreaPage>
    )
  }
  if (area === 'users') return <Users />
  if (area === 'custom') return <CustomEntities />
  const spec = lists[area]
  const inDrawer = area === 'teams' ? (row: Row) => <TeamMembers teamKey={row.Key as string} /> : undefined
  return spec ? <RecordList key={area} area={area} spec={spec} inDrawer={inDrawer} /> : null
}

function Users() {
  const spec = lists.users
  if (!spec) return null
  return (
    <RecordList
      area="users"
      spec={spec}
      inDrawer={row => (
        <>
          <UserPicture uid={String(row.Uid)} name={textOf(row.DisplayName)} />
          <SendLink uid={String(row.Uid)} />
          <UserFactors uid={String(row.Uid)} />
          <UserGrants uid={String(row.Uid)} />
        </>
      )}
      below={<Invitations />}
    />
  )
}

function CustomEntities() {
  const { setup } = useTexts()
  const spec = lists.custom
  if (!spec) return null
  return (
    <RecordList
      area="custom"
      spec={spec}
      inDrawer={row => {
        const isChild = textOf(row.ParentEntity) !== ''
        const filter = filterText({
          join: 'and',
          items: [{ field: 'CustomSetup', op: 'in', values: [row.Key as string] }],
        })
        return (
          <p className={classes.usage}>
            <PageLink to={isChild ? 'custom-children' : 'custom'} search={{ filter }}>
              {setup.custom.records}
            </PageLink>
            {' · '}
            <PageLink to="setup/fields" search={{ entity: isChild ? 'CustomChild' : 'Custom' }}>
              {setup.areas.fields.title}
            </PageLink>
          </p>
        )
      }}
    />
  )
}

const listParams = { list: textParam<string>('') }

function OptionLists() {
  const texts = useTexts()
  const { setup } = texts
  const [{ list }, setSearch] = useSearchParams(listParams)
  const { query, lists: found } = useOptionLists(setup.areas.options.title)
  const chosen = found.find(({ id }) => id === list) ?? found[0]
  return (
    <AreaPage area="options" layout="flush">
      <Loaded query={query}>
        {() => (
          <div className={classes.lists}>
            <ul className={classes.listNames} aria-label={setup.areas.options.title}>
              {found.map(one => (
                <li key={one.id}>
                  <button
                    type="button"
                    className={classes.listName}
                    aria-current={one === chosen}
                    onClick={() => setSearch({ list: one.id })}
                  >
                    {one.label}
                    <span>{entityName(texts, one.entity)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <div className={classes.listPane}>{chosen && <OptionListEditor key={chosen.id} list={chosen} />}</div>
          </div>
        )}
      </Loaded>
    </AreaPage>
  )
}

const processParams = { of: choiceParam(['sales', 'leads']) }

function ProcessesArea() {
  const words = useTexts().setup.processes
  const { writer } = useWorkspace()
  const [search, setSearch] = useSearchParams(processParams)
  const kind = kinds[search.of]
  const add = (name: string): Promise<string> =>
    writer.create(kind.process, { ...kind.made, [kind.name]: name }, words.added(name))
  return (
    <AreaPage
      area="processes"
      bar={
        <>
          <Segments
            label={words.of}
            value={search.of}
            onChange={of => setSearch({ of })}
            data={(['sales', 'leads'] as const).map(value => ({ value, label: words.kinds[value] }))}
          />
          <Adding label={words.newProcess} onAdd={add} isInBar />
        </>
      }
    >
      <Processes key={search.of} kind={kind} />
    </AreaPage>
  )
}
