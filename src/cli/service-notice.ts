// Tells systemd that the server is ready, that it is well, and that it stops, by the program systemd-notify.
import { execFile } from 'node:child_process'
import type { Log } from '../base/log/log.ts'

/** Node has no datagram sockets of Unix, by which a program would do it itself. */
const program = '/usr/bin/systemd-notify'

/** Begins to notify if systemd asks for it; the returned function says that the server stops. */
export function notifyReady(log: Log): () => void {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: limit, WATCHDOG_PID: watched } = process.env
  if (!socket) return () => {}
  let failed = false
  const send = (...states: string[]): void => {
    execFile(program, [`--pid=${process.pid}`, ...states], error => {
      if (error && !failed) log.warn('systemd cannot be notified', { error })
      failed = error !== null
    })
  }
  send('READY=1')
  const isWatched = Number(limit) > 0 && (watched === undefined || Number(watched) === process.pid)
  // A third of the time, so that one notice may be late.
  const timer = isWatched ? setInterval(() => send('WATCHDOG=1'), Number(limit) / 3000) : undefined
  return () => {
    clearInterval(timer)
    send('STOPPING=1')
  }
}
