import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ChosenModel } from './chosen-model.ts'
import { type DownloadOptions, downloadFile, hashOf, type Progress } from './download-file.ts'
import { findInHub } from './find-in-hub.ts'
import { HubRequests, type ProxySettings } from './hub-requests.ts'
import { installEngine } from './install-engine.ts'
import { ModelRefusal } from './model-refusal.ts'
import { knownModels, parseModelSource } from './model-source.ts'

export interface ObtainOptions {
  folder: string
  engine: string
  hub: string
  proxy?: ProxySettings | undefined
  signal: AbortSignal
  onInstalling: () => void
  onProgress: (name: string, progress: Progress) => void
  freeBytes?: DownloadOptions['freeBytes']
  pauseMs?: number | undefined
}

/** Gets everything that a model needs to answer here: the engine and its weights. @throws {ModelRefusal} */
export async function obtainModel(reference: string, options: ObtainOptions): Promise<ChosenModel> {
  const { engine, hub, signal, folder } = options
  const source = parseModelSource(reference)
  if (!source)
    throw new ModelRefusal('Name a model as owner/repository, or a file of weights that ends in .gguf.')
  if (source.kind === 'file') {
    const chosen = await readOwnFile(source.path)
    options.onInstalling()
    await installEngine(engine, signal)
    return chosen
  }
  const requests = new HubRequests(options.proxy)
  const file = await findInHub(hub, source, requests, signal)
  options.onInstalling()
  await installEngine(engine, signal)
  const name = knownModels.find((known) => known.name === reference)?.label ?? nameOf(file.name)
  const path = join(folder, `${file.sha256.slice(0, 16)}-${file.name}`)
  const isHere = (await stat(path).catch(() => null))?.size === file.bytes
  if (!isHere || (await hashOf(path, signal)) !== file.sha256)
    await downloadFile(file, path, {
      ...{ requests, signal, freeBytes: options.freeBytes, pauseMs: options.pauseMs },
      onProgress: (progress) => options.onProgress(name, progress),
    })
  return { name, path, bytes: file.bytes }
}

async function readOwnFile(path: string): Promise<ChosenModel> {
  const file = await open(path).catch(() => {
    throw new ModelRefusal(`There is no file at ${path}.`)
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (buffer.toString('latin1') !== 'GGUF') throw new ModelRefusal('This file holds no weights (GGUF).')
    return { name: nameOf(basename(path)), path, bytes: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

function nameOf(file: string): string {
  return file.replace(/\.gguf$/i, '').slice(0, 120) || 'Model'
}
