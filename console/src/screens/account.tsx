// Shows a person's own sign-ins, tokens and password.
import { useTexts } from '../texts/index.tsx'
import { Page } from '../ui/page.tsx'

export default function Account() {
  const { account } = useTexts()
  return <Page title={account.title}>{null}</Page>
}
