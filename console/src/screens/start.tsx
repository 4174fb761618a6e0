// Shows what matters today.
import { useTexts } from '../texts/index.tsx'
import { Page } from '../ui/page.tsx'

export default function Start() {
  const { start } = useTexts()
  return <Page title={start.title}>{null}</Page>
}
