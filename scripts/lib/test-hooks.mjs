// Takes promises out of what the test runner follows, which costs an eighth of the processor time of the tests.
import asyncHooks from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

// The runner finds the test of an uncaught error by the asynchronous resource in which it was thrown. Sockets, timers and callbacks are
// still followed. An error of a promise that is not awaited has no test then, so it fails the file.
const isTestFile = isMainThread && /\.test\.m?[jt]s$/.test(process.argv[1] ?? '')
if (isTestFile) {
  const { createHook } = asyncHooks
  asyncHooks.createHook = callbacks => createHook({ ...callbacks, trackPromises: false })
  process.on('unhandledRejection', error => {
    console.error('A promise that is not awaited was rejected:', error)
    process.exitCode = 1
  })
}
