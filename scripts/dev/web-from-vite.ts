import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ESModulesEvaluator, type EvaluatedModuleNode, ModuleRunner } from 'vite/module-runner'
import { type DocumentPage, renderDocument } from '../../src/server/http/pages/document.ts'
import type { Web } from '../../src/server/http/pages/pages.ts'
import type { FromServer, ToServer } from './protocol.ts'

const SHEET = 'styles/index.css'
const sheetFile = fileURLToPath(new URL(`../../src/web/${SHEET}`, import.meta.url))

/** The module that Vite gives the browser before any other: its client, and what Fast Refresh needs (`vite.ts`). */
export const CLIENT = '/@development'

type Entry = Pick<Web, 'render'>

/** Loads the web in the browser, in which Vite shows the error. */
const brokenPage: Awaited<ReturnType<Web['render']>> = {
  status: 500,
  head: { title: 'This can not be loaded' },
  screenFile: '',
  html: '',
  state: '',
}

/**
 * The web from its sources, in the server's process: each module is requested from Vite, which runs in the program's
 * process, when it is first needed, and again after it or one of its imports has changed.
 */
export function createWebFromVite(say: (message: FromServer) => void) {
  const questions = new Map<number, (answer: Extract<ToServer, { do: 'answer' }>['answer']) => void>()
  let asked = 0
  const runner = new ModuleRunner(
    {
      hmr: false,
      transport: {
        invoke: (payload) =>
          new Promise((resolve) => {
            questions.set(++asked, resolve)
            say({ said: 'question', question: asked, payload })
          }),
      },
    },
    new ESModulesEvaluator(),
  )

  /** A failed module stays cached in those that imported it, so everything is reloaded. */
  let isBroken = false

  process.on('message', (message: ToServer) => {
    if (message.do === 'answer') {
      questions.get(message.question)?.(message.answer)
      questions.delete(message.question)
    } else if (message.do === 'forget' && (message.all || isBroken)) runner.clearCache()
    else if (message.do === 'forget') {
      // The style sheet is generated from the class names in all files.
      for (const file of [message.file, sheetFile])
        for (const module of runner.evaluatedModules.getModulesByFile(file) ?? []) forget(module, new Set())
    }
  })

  /** Invalidates a module and all modules that import it. */
  function forget(module: EvaluatedModuleNode, forgotten: Set<EvaluatedModuleNode>) {
    if (forgotten.has(module)) return
    forgotten.add(module)
    runner.evaluatedModules.invalidateModule(module)
    for (const id of module.importers) {
      const importer = runner.evaluatedModules.getModuleById(id)
      if (importer) forget(importer, forgotten)
    }
  }

  async function entry(): Promise<Entry> {
    try {
      const loaded = await runner.import<Entry>('/entry-server.tsx')
      isBroken = false
      return loaded
    } catch (error) {
      isBroken = true
      console.error('The web can not be loaded.', error)
      return { render: async () => brokenPage }
    }
  }

  const sheet = () => runner.import<{ default: string }>(`/${SHEET}?inline`)

  /** The served document with the current style sheet, which Vite's client finds by its name and keeps up to date. */
  async function documentOf(page: DocumentPage, cluster: string): Promise<string> {
    const { default: css } = await sheet()
    const manifest = { 'main.tsx': { file: 'main.tsx' } }
    return renderDocument({ manifest, css, cluster }, page)
      .replace(
        `<style nonce="${page.nonce}">`,
        () =>
          `<meta property="csp-nonce" nonce="${page.nonce}">\n<style nonce="${page.nonce}" data-vite-dev-id="${sheetFile}">`,
      )
      .replace(
        '<script type="module"',
        `<script type="module" src="${CLIENT}"></script>\n<script type="module"`,
      )
  }

  return {
    load: async (cluster: string): Promise<Web> => ({
      // Vite serves them.
      files: new Map(),
      render: async (url, fetch) => (await entry()).render(url, fetch),
      document: (page) => documentOf(page, cluster),
    }),

    /** Loads it before the first page is requested. */
    async warmUp() {
      await turn()
      await Promise.all([entry(), sheet().catch(() => {})])
    },
  }
}
