import { openSync } from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'

/**
 * What Node is told to load first, in each of its threads: one that is told to close waits in the system for ever, where
 * nothing in JavaScript reaches it. STUCK_AT is a named pipe that nobody writes to.
 */
const { STUCK_AT = '' } = process.env
if (!isMainThread)
  parentPort?.once('message', (said) => {
    if (said === 'close') openSync(STUCK_AT, 'r')
  })
