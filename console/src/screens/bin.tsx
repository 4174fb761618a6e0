// Shows the recycle bin, from which everything can be restored while it is kept.
import { Button, Select } from '@mantine/core'
import { useWorkspace } from '../api/workspace.tsx'
import { BinList } from '../record/bin-list.tsx'
import { binnedEntities } from '../record/bin-units.ts'
import { useBin } from '../record/use-bin.ts'
import { useTexts } from '../texts/index.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Segments } from '../ui/controls/segments.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

const params = { whose: choiceParam(['everyone', 'me']), kind: textParam<string>('') }

export default function Bin() {
  const { bin: t, entities } = useTexts()
  const { session } = useWorkspace()
  const [{ whose, kind }, setSearch] = useSearchParams(params)
  const { query, units } = useBin(whose === 'me' ? session.user.key : null)
  const names: Readonly<Record<string, { readonly many: string }>> = entities
  const shown = kind === '' ? units : units.filter(({ entity }) => entity === kind)
  const bar = (
    <>
      <Segments
        label={t.whose}
        value={whose}
        onChange={value => setSearch({ whose: value })}
        data={[
          { value: 'everyone', label: t.everyone },
          { value: 'me', label: t.me },
        ]}
      />
      <Select
        size="xs"
        w={190}
        aria-label={t.kind}
        placeholder={t.kind}
        clearable
        value={kind === '' ? null : kind}
        onChange={value => setSearch({ kind: value ?? '' })}
        data={Object.keys(binnedEntities).map(entity => ({ value: entity, label: names[entity]?.many ?? entity }))}
      />
    </>
  )
  return (
    <Page title={t.title} bar={bar} layout="text">
      <div>
        {query.isPending && <Loading height={56} />}
        {query.isError && !query.data && <Failed error={query.error} retry={() => void query.refetch()} />}
        {query.data && shown.length === 0 && !query.hasNextPage && (
          <Empty
            icon="bin"
            title={kind === '' && whose === 'everyone' ? t.empty : t.emptyFiltered}
            hint={t.emptyHint}
          />
        )}
        <BinList units={shown} />
        {query.hasNextPage && (
          <Button
            variant="default"
            mt="md"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.more}
          </Button>
        )}
      </div>
    </Page>
  )
}
