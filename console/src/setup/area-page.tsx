// Frames an area of the set-up that is no list of records.
import type { ReactNode } from 'react'
import { useTexts } from '../texts/index.tsx'
import { Lead } from '../ui/display/list-page.tsx'
import { Page } from '../ui/frame/page.tsx'
import type { AreaName } from './areas.ts'

interface AreaPageProps {
  readonly area: AreaName
  readonly layout?: 'wide' | 'flush'
  readonly bar?: ReactNode
  readonly children: ReactNode
}

export function AreaPage({ area, layout = 'wide', bar, children }: AreaPageProps) {
  const { setup } = useTexts()
  const words = setup.areas[area]
  return (
    <Page title={words.title} crumbs={[{ label: setup.title, to: 'setup' }]} layout={layout} bar={bar}>
      {layout === 'wide' && <Lead>{words.hint}</Lead>}
      {children}
    </Page>
  )
}
