// Shows the person's tokens among the tools of developers; the account page has them too.
import { useTexts } from '../texts/index.tsx'
import { FreshHint } from '../ui/controls/fresh-hint.tsx'
import { Page } from '../ui/frame/page.tsx'
import { Tokens } from './account/tokens.tsx'

export default function TokensPage() {
  const { account } = useTexts()
  return (
    <Page title={account.tokens.title}>
      <FreshHint />
      <Tokens />
    </Page>
  )
}
