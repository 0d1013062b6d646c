import { constants, existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOfMigratedFolder } from '../test/migrated-folder.ts'
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
  const dataDir = await newDataFolder('bionic-journey-')
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const server = await startServerProcess({ ...environment, DATA_DIR: dataDir })
    return { ...server, stop: () => server.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Makes a data folder. Where an empty database is at hand from other tests it
 * is a copy, as making one costs several seconds of CPU; that a server makes its own is proved where that is the matter.
 */
export async function newDataFolder(prefix: string): Promise<string> {
  const dataDir = await mkdtemp(join(workingFolder, prefix))
  const made = join(await placeOfMigratedFolder(), 'db')
  if (existsSync(made))
    await cp(made, join(dataDir, 'db'), { recursive: true, mode: constants.COPYFILE_FICLONE })
  return dataDir
}
