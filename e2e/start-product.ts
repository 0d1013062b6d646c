import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../test/server-process.ts'
import { workingFolder } from '../test/working-folder.ts'

export type ProductServer = ServerProcess

/**
 * Starts the production server on a free port with a data folder of its own, which goes with it.
 * @param environment what is set besides, such as OPENAI_BASE_URL
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<ProductServer> {
  // Who names a folder keeps it.
  if (environment.DATA_DIR) return startServerProcess(environment)
  const dataDir = await mkdtemp(join(workingFolder, 'bionic-journey-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const server = await startServerProcess({ ...environment, DATA_DIR: dataDir })
    return { ...server, stop: () => server.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
