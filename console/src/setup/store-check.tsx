// Shows when a server has checked the whole store last, and whether it found damage.
import { useGet } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { Moment } from '../ui/display/moment.tsx'
import classes from './setup.module.css'

interface CheckAnswer {
  readonly Check: { readonly at: string; readonly damage: number } | null
}

export function StoreCheck() {
  const { store } = useTexts().setup
  const { data } = useGet<CheckAnswer>('store-check', { title: null })
  if (!data) return null
  const { Check: check } = data
  return (
    <section aria-label={store.title}>
      <h2 className={classes.groupTitle}>{store.title}</h2>
      {check === null ? (
        <p className={classes.areaHint}>{store.never}</p>
      ) : (
        <p className={classes.areaHint} role={check.damage > 0 ? 'alert' : undefined}>
          {store.checked} <Moment iso={check.at} />. {check.damage > 0 ? store.damaged(check.damage) : store.sound}
        </p>
      )}
    </section>
  )
}
