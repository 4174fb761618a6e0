// Lists the last requests of the database, with the switch that records their bodies.
import { Capture } from '../developers/capture.tsx'
import { ListScreen } from './list/list-screen.tsx'

export default function Requests() {
  return <ListScreen entity="RequestLog" actions={<Capture />} />
}
