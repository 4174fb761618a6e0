// Shows a moment that the server gave as a plain text, in the person's culture and time zone.
import { useWorkspace } from '../../api/workspace.tsx'

export function Moment({ iso }: { iso: string | null }) {
  const { session } = useWorkspace()
  if (!iso) return null
  const format = new Intl.DateTimeFormat(session.culture, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: session.timeZone,
  })
  return (
    <time dateTime={iso} className="tabular">
      {format.format(new Date(iso))}
    </time>
  )
}
