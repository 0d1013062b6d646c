import { resolve } from 'node:path'
import type { Env } from '../base/env.ts'
import { modelEngineFolder } from '../base/files.ts'
import type { Logger } from '../base/log.ts'
import { usualLocalServers } from '../domain/models/place/local-servers.ts'
import { ConfiguredModels } from '../domain/models/place/place-models.ts'
import { LocalModels } from '../llm/local/local-models.ts'

/**
 * @param secrets what the log hides, to which the keys in files are added
 * @throws {ModelsFileError} with one plain sentence
 */
export function openModels(env: Env, log: Logger, secrets: string[]): ConfiguredModels {
  return new ConfiguredModels({
    ...{ env, log },
    file: {
      path: resolve(env.MODELS_FILE ?? `${env.DATA_DIR}/models.json`),
      isNamed: env.MODELS_FILE !== undefined,
    },
    onSecret: (secret) => {
      if (!secrets.includes(secret)) secrets.push(secret)
    },
    // This server lists its agents as models, and would find itself.
    localServers: usualLocalServers.filter(({ baseUrl }) => new URL(baseUrl).port !== String(env.PORT)),
  })
}

/** Models that run on this machine. */
export function openLocalModels(env: Env, log: Logger): LocalModels {
  return new LocalModels({
    folder: resolve(env.DATA_DIR, 'models'),
    engine: modelEngineFolder,
    hub: env.MODEL_HUB,
    proxy: env,
    log,
  })
}
