import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../test/server-process.ts'
import { workingFolder } from '../test/working-folder.ts'

export type ProductServer = ServerProcess

/**
 * Starts the production server on a free port with a temporary data folder, which is deleted at its end.
 * @param environment additional variables, such as OPENAI_BASE_URL
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<ProductServer> {
  // A folder that the caller names is not deleted.
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
