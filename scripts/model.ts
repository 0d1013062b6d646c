import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnv } from '../src/server/base/env.ts'
import { modelEngineFolder } from '../src/server/base/files.ts'
import { ChosenModelFile } from '../src/server/llm/local/chosen-model.ts'
import type { Progress } from '../src/server/llm/local/download-file.ts'
import { isEngineInstalled } from '../src/server/llm/local/install-engine.ts'
import { ModelRefusal, sizeInWords } from '../src/server/llm/local/model-refusal.ts'
import { knownModels } from '../src/server/llm/local/model-source.ts'
import { obtainModel } from '../src/server/llm/local/obtain-model.ts'

/** `npm run model -- <name>`: gets a model to this machine, which answers from the next question on. */
const settings = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(settings)) process.loadEnvFile(settings)

const reference = process.argv[2]
if (reference) await get(reference)
else list()

function list(): void {
  const rows = knownModels.map(({ name, label, megabytes, memoryMegabytes, licence }) =>
    [
      `  npm run model -- ${name.padEnd(8)}`,
      label.padEnd(12),
      `${sizeInWords(megabytes * 1e6)} to download,`.padEnd(22),
      `${sizeInWords(memoryMegabytes * 1e6)} of memory,`.padEnd(18),
      licence,
    ].join(' '),
  )
  console.log(`Models that run on this machine:\n\n${rows.join('\n')}\n`)
  console.log('Any other model in GGUF: npm run model -- owner/repository:Q4_K_M, or the path of a file.')
}

async function get(reference: string): Promise<void> {
  const env = readEnv(process.env)
  const folder = resolve(env.DATA_DIR, 'models')
  const stopped = new AbortController()
  process.once('SIGINT', () => stopped.abort())
  try {
    const chosen = await obtainModel(reference, {
      ...{ folder, engine: modelEngineFolder, hub: env.MODEL_HUB, proxy: env },
      signal: stopped.signal,
      onInstalling() {
        if (!isEngineInstalled(modelEngineFolder))
          console.log('Installing the engine that runs it, once (about 60 MB)…')
      },
      onProgress: showProgress(),
    })
    await new ChosenModelFile(folder).write(chosen, folder)
    console.log(`\n${chosen.name} is here. It answers from the next question on: npm start`)
  } catch (error) {
    process.exitCode = 1
    if (stopped.signal.aborted) console.log('\nStopped. What has arrived is kept: the same command goes on.')
    else if (error instanceof ModelRefusal) console.log(`\n${error.message}`)
    else throw error
  }
}

/** In place on a terminal, else a line every ten percent. */
function showProgress(): (name: string, progress: Progress) => void {
  let shown = -1
  return (name, { bytes, of, secondsLeft }) => {
    const percent = Math.floor((bytes / of) * 100)
    const isDue = process.stdout.isTTY ? percent !== shown : percent >= shown + 10 || percent === 100
    if (!isDue || percent === shown) return
    shown = percent
    const left = secondsLeft === null || percent === 100 ? '' : `, about ${inWords(secondsLeft)} left`
    const line = `${name}: ${percent} % of ${sizeInWords(of)}${left}`
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`)
    else console.log(line)
  }
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
