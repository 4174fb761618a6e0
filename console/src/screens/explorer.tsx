// Opens the explorer with the request of the address.
import { Explorer } from '../explorer/explorer.tsx'

export default function ExplorerScreen() {
  return <Explorer logged={null} />
}
