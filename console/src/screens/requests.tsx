// Lists the last requests of the database as they come, with the switch that records their bodies.
import { Capture } from '../developers/capture.tsx'
import { Follow } from '../developers/follow.tsx'
import { ListScreen } from './list/list-screen.tsx'

export default function Requests() {
  return (
    <ListScreen
      entity="RequestLog"
      actions={
        <>
          <Follow />
          <Capture />
        </>
      }
    />
  )
}
