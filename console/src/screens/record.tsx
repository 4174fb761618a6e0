// Shows one record; each kind has an address of its own and the same page.
import { RecordPage } from '../record/record-page.tsx'
import { useEntityInAddress, useKeyInAddress } from '../ui/addresses/addresses.ts'

export default function RecordScreen() {
  return <RecordPage entity={useEntityInAddress()} recordKey={useKeyInAddress()} />
}
