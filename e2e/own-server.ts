import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workingFolder } from '../test/working-folder.ts'
import { type ProductServer, startProduct } from './start-product.ts'

/** A server that can go down and come back, beside the one that other journeys share. */
export interface OwnServer {
  address: string
  /** Ends it as an operator would: from here on nobody answers at the address. */
  down: () => Promise<void>
  /** Ends it as a power cut would: it gets no word in. */
  kill: () => Promise<void>
  /** The same address and the same data again; nothing to do where it is up. */
  up: () => Promise<void>
  /** Ends it for good, its data with it. */
  end: () => Promise<void>
}

/** @param environment what is set besides, such as OPENAI_BASE_URL */
export async function startOwnServer(environment: Record<string, string>): Promise<OwnServer> {
  const folder = await mkdtemp(join(workingFolder, 'bionic-own-'))
  const start = (PORT: string): Promise<ProductServer> =>
    startProduct({ PORT, DATA_DIR: folder, ...environment })
  let running: Promise<ProductServer> | undefined = start('0')
  const { address } = await running
  const end = async (how: 'stop' | 'kill') => {
    const ending = await running
    running = undefined
    await ending?.[how]()
  }
  return {
    address,
    down: () => end('stop'),
    kill: () => end('kill'),
    up: async () => {
      running ??= start(new URL(address).port)
      await running
    },
    end: async () => {
      await end('stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
