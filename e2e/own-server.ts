import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workingFolder } from '../test/working-folder.ts'
import { type ProductServer, startProduct } from './start-product.ts'

/** A server that can go down and come back, beside the one that other journeys share. */
export interface OwnServer {
  address: string
  /** Shuts it down as an operator would: from now on nobody answers at the address. */
  down: () => Promise<void>
  /** Kills it without a shutdown, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it with the same address and the same data; does nothing if it is running. */
  up: () => Promise<void>
  /** Ends it and deletes its data. */
  end: () => Promise<void>
}

/** @param environment additional variables, such as OPENAI_BASE_URL */
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
