import { startBareProxy } from '../bare-proxy.ts'
import { answerParent } from './start-process.ts'
import { ownUsage } from './usage.ts'

/** `node bench/replies/proxy-process.ts <port of the model server>`; responds to every message with its usage. */
answerParent(await startBareProxy(Number(process.argv[2])), () => ownUsage())
