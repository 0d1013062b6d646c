import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run logos`: writes the logos of the model providers into one file of symbols, from their package. The page refers
 * to it, since the logos would otherwise be in the document and once more in the script that takes it over.
 */

const providers = ['anthropic', 'cohere', 'deepseek', 'gemini', 'meta', 'mistral', 'openai', 'xai']

const root = fileURLToPath(new URL('..', import.meta.url))

/** A symbol with the paths of a logo, whose colour is the one of the text around it. */
async function symbolOf(provider: string): Promise<string> {
  const logo = await readFile(
    join(root, `node_modules/@lobehub/icons-static-svg/icons/${provider}.svg`),
    'utf8',
  )
  const paths = [...logo.matchAll(/ d="([^"]+)"/g)].map(([, path]) => `<path d="${path}"/>`)
  if (paths.length === 0) throw new Error(`The logo of ${provider} has no path.`)
  return `<symbol id="${provider}" viewBox="0 0 24 24" fill="currentColor" fill-rule="evenodd">${paths.join('')}</symbol>`
}

const symbols = await Promise.all(providers.map(symbolOf))
const file = `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Logos of model providers, from Lobe Icons (MIT)</title>\n${symbols.join('\n')}\n</svg>\n`
await writeFile(join(root, 'src/web/features/home/logos.svg'), file)
