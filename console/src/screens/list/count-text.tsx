// Says how many records match: "10,000+" until the exact number is requested.
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { hint } from '../../ui/controls/hint.tsx'
import { countText } from '../../ui/display/count-text.ts'
import styles from './list.module.css'
import type { Count } from './use-count.ts'

/** A count as people of this culture write it. */
export function useCountWords(): (count: Count) => string {
  const { culture } = useWorkspace().session
  return count => countText(count, culture)
}

export function CountText({ count }: { count: Count }) {
  const { list: t } = useTexts()
  const text = useCountWords()(count)
  if (count.isMore) {
    return (
      <button
        {...hint(t.countAll)}
        type="button"
        className={styles.count}
        onClick={count.countAll}
        disabled={count.isCounting}
      >
        {t.records(text)}
      </button>
    )
  }
  return (
    <span className={styles.count} role="status" aria-label={t.records(text)}>
      {t.records(text)}
    </span>
  )
}
