// Shows likely duplicates pair by pair, side by side, with one key for each decision.
import { Badge, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { kindOf } from '../fields/index.ts'
import { useFields } from '../fields/use-fields.ts'
import { selectFields } from '../fields/values.ts'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { PageLink, RecordLink } from '../ui/addresses/page-link.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { KeyCaps } from '../ui/controls/key-caps.tsx'
import { Initials } from '../ui/display/initials.tsx'
import { Lead } from '../ui/display/list-page.tsx'
import { Empty, Failed, Loaded, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { useLatest } from '../ui/use-latest.ts'
import classes from './duplicates.module.css'
import { FieldTable } from './field-table.tsx'
import { comparableFields, compare, openPairs, type Pair, pairId, pickedFields, type Side } from './pairs.ts'
import { useDecisions, useDuplicates } from './use-duplicates.ts'

const entity = 'AbEntry'
/** The key of the record whose duplicates alone are shown. */
const params = { of: textParam('') }

export function DuplicatesPage() {
  const { duplicates: t } = useTexts()
  const [{ of }] = useSearchParams(params)
  const query = useDuplicates(entity, of)
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const pairs = useMemo(() => openPairs(query.data ?? [], skipped), [query.data, skipped])
  const [pair] = pairs
  const skip = ({ left, right }: Pair): void => setSkipped(new Set([...skipped, pairId(left, right)]))
  return (
    <Page title={t.title}>
      <div className={classes.page}>
        <Loaded query={query}>
          {() =>
            pair ? (
              <>
                <Lead>
                  {t.left(pairs.length)} {of !== '' && <PageLink to="duplicates">{t.all}</PageLink>}
                </Lead>
                <PairView key={pairId(pair.left, pair.right)} pair={pair} onSkip={() => skip(pair)} />
              </>
            ) : (
              <Empty
                icon="people"
                title={skipped.size > 0 ? t.noMore : t.none}
                hint={t.noneHint}
                action={
                  <>
                    {skipped.size > 0 && (
                      <Button variant="default" onClick={() => setSkipped(new Set())}>
                        {t.showSkipped}
                      </Button>
                    )}
                    {of !== '' && <PageLink to="duplicates">{t.all}</PageLink>}
                  </>
                }
              />
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}

const dates = { CreationDate: { DisplayValue: 1 }, LastModifyDate: { DisplayValue: 1 } }

/** Both records with all fields that are compared. */
function usePair({ left, right }: Pair) {
  const { duplicates: t } = useTexts()
  const { data: all } = useFields(entity)
  const fields = useMemo(() => (all ? comparableFields(all) : []), [all])
  const content = {
    Scope: { Fields: { ...selectFields(fields), DisplayValue: 1, Type: 1, ...dates } },
    Criteria: { SearchQuery: { Key: { $IN: [left, right] } } },
  }
  const query = useRead(fields.length > 0 ? { [entity]: content } : null, { title: t.title })
  const rows = rowsOf(query.data, entity)
  const [one, other] = [left, right].map(key => rows.find(({ Key }) => Key === key))
  return { fields, query, records: one && other ? { left: one, right: other } : null }
}

/** What a person does with a pair, and its keys. */
function useActs({ left, right }: Pair, names: Readonly<Record<Side, string>>, fields: (kept: Side) => object) {
  const { duplicates: t } = useTexts()
  const { merge, distinguish } = useDecisions(entity)
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    await work().catch(showFailure)
    setBusy(false)
  }
  const keep = (side: Side) =>
    act(() =>
      merge({
        kept: side === 'left' ? left : right,
        gone: side === 'left' ? right : left,
        fields: fields(side) as Readonly<Record<string, string>>,
        label: t.merged(names[side]),
      }),
    )
  return { isBusy, keep, distinguish: () => act(() => distinguish([left, right], t.distinguished)) }
}

/** One key for each decision. */
function usePairKeys(acts: ReturnType<typeof useActs> & { readonly onSkip: () => void }): void {
  const { duplicates: t } = useTexts()
  const latest = useLatest(acts)
  useShortcuts(
    useMemo(
      () => [
        { keys: '1', label: t.keepLeft, run: () => void latest.current.keep('left') },
        { keys: '2', label: t.keepRight, run: () => void latest.current.keep('right') },
        {
          keys: 'f',
          label: t.byField,
          run: () => document.querySelector<HTMLElement>('[data-choice] input:checked')?.focus(),
        },
        { keys: 'x', label: t.different, run: () => void latest.current.distinguish() },
        { keys: 's', label: t.skip, run: () => latest.current.onSkip() },
      ],
      [t, latest],
    ),
  )
}

interface HeadsProps {
  readonly pair: Pair
  readonly records: Readonly<Record<Side, Row>>
  readonly names: Readonly<Record<Side, string>>
  readonly kept: Side
  readonly acts: ReturnType<typeof useActs>
  readonly onKept: (side: Side) => void
}

/** Both records with their dates, and the buttons that keep one of them. */
function Heads({ pair, records, names, kept, acts, onKept }: HeadsProps) {
  const { duplicates: t } = useTexts()
  return (
    <div className={classes.heads}>
      {(['left', 'right'] as const).map(side => (
        <div key={side} className={classes.head} data-kept={side === kept || undefined}>
          <Initials name={names[side]} size={32} isSquare={textOf(records[side].Type) === 'Company'} />
          <div className={classes.who}>
            <RecordLink entity={entity} recordKey={pair[side]} className={classes.name}>
              {names[side]}
            </RecordLink>
            <span className={classes.dates}>{t.created(textOf(records[side].CreationDate))}</span>
            <span className={classes.dates}>{t.modified(textOf(records[side].LastModifyDate))}</span>
          </div>
          <Button
            loading={acts.isBusy}
            onPointerEnter={() => onKept(side)}
            onFocus={() => onKept(side)}
            onClick={() => void acts.keep(side)}
          >
            <KeyCaps label={side === 'left' ? t.keepLeft : t.keepRight} keys={side === 'left' ? '1' : '2'} />
          </Button>
        </div>
      ))}
    </div>
  )
}

function PairView({ pair, onSkip }: { pair: Pair; onSkip: () => void }) {
  const { duplicates: t } = useTexts()
  const { session } = useWorkspace()
  const { fields, query, records } = usePair(pair)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const [kept, setKept] = useState<Side>('left')
  const comparisons = useMemo(
    () => (records ? compare(fields, records.left, records.right, (field, one) => kindOf(field).text(one, field)) : []),
    [fields, records],
  )
  const names = { left: textOf(records?.left.DisplayValue), right: textOf(records?.right.DisplayValue) }
  const acts = useActs(pair, names, side => pickedFields(comparisons, side, chosen, pair))
  usePairKeys({ ...acts, onSkip })
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (!records) return <Loading rows={8} />
  const percent = new Intl.NumberFormat(session.culture, { style: 'percent' }).format(pair.group.Score)
  return (
    <section aria-label={`${names.left}, ${names.right}`}>
      <div className={classes.reasons}>
        <Badge color="iris">{t.score(percent)}</Badge>
        {pair.group.Reasons.map(reason => (
          <Badge key={reason} color="gray">
            {t.reasons[reason]}
          </Badge>
        ))}
        {pair.group.Keys.length > 2 && <span className={classes.more}>{t.more(pair.group.Keys.length - 2)}</span>}
      </div>
      <Heads pair={pair} records={records} names={names} kept={kept} acts={acts} onKept={setKept} />
      <FieldTable
        comparisons={comparisons}
        records={records}
        names={names}
        kept={kept}
        chosen={chosen}
        onChoose={(path, side) => setChosen({ ...chosen, [path]: side })}
      />
      <div className={classes.foot}>
        <span className={classes.hint}>{t.hint}</span>
        <Button variant="default" disabled={acts.isBusy} onClick={() => void acts.distinguish()}>
          <KeyCaps label={t.different} keys="x" />
        </Button>
        <Button variant="default" disabled={acts.isBusy} onClick={onSkip}>
          <KeyCaps label={t.skip} keys="s" />
        </Button>
      </div>
    </section>
  )
}
