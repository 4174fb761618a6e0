// Runs a program to its end, forwards signals, and returns its exit status.
import { spawn } from 'node:child_process'
import { root } from './root.mjs'

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/** Ends the program when `signal` is aborted. */
export function run(program, args, env = process.env, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
    signal?.addEventListener('abort', () => child.kill('SIGTERM'))
    const pass = Object.keys(signalNumbers).map(signal => {
      const listener = () => child.kill(signal)
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    child.on('error', reject)
    child.on('close', (status, by) => {
      for (const stop of pass) stop()
      resolve(status ?? 128 + (signalNumbers[by] ?? 9))
    })
  })
}

/** Exits with the status that `work` returns; a failure is printed as one line without a stack. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
