import { AI_ANSWERS, AI_SOURCE } from '../../../shared/trust/disclosure.ts'

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
}
export type Manifest = Readonly<Record<string, ManifestChunk>>

interface DocumentFrame {
  manifest: Manifest
  /** The whole style sheet, inlined: it is small, and the first paint waits for nothing else. */
  css: string
  cluster: string
}

export interface DocumentPage {
  head: { title: string; description?: string; unlisted?: boolean; generated?: boolean }
  /** The path of the picture for link previews of the page. */
  image: string
  /** The path of the A2A card of what the page is about. */
  card?: string | undefined
  screenFile: string
  html: string
  state: string
  address: string
  nonce: string
  /** What the page asks as soon as it is hydrated, and its own address (`http/routes/home/first-words.ts`). */
  firstWords?: { path: string; words: string } | undefined
}

const entry = 'main.tsx'

/** Renders the head, the first paint, and the responses that it was rendered from. */
export function renderDocument(frame: DocumentFrame, page: DocumentPage): string {
  const { head } = page
  const image = new URL(page.image, page.address).href
  const description = head.description
  return `<!doctype html>
<html lang="en" data-cluster="${escapeHtml(frame.cluster)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escapeHtml(head.title)}</title>
<style nonce="${page.nonce}">${frame.css}</style>
${fontsOf(frame.manifest)
  .map((font) => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`)
  .join('\n')}
<script type="module" src="/${frame.manifest[entry]?.file}"></script>
${chunksOf(frame.manifest, page.screenFile)
  .map((chunk) => `<link rel="modulepreload" href="/${chunk}">`)
  .join('\n')}
${head.unlisted ? '<meta name="robots" content="noindex">\n' : ''}<meta name="theme-color" content="#05070d">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-180.png">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="alternate" type="text/plain" href="/llms.txt" title="For programs">
${page.card ? `<link rel="service-desc" type="application/json" href="${escapeHtml(page.card)}">\n` : ''}<meta property="og:site_name" content="Bionic">
<meta property="og:type" content="website">
<meta property="og:title" content="${escapeHtml(head.title)}">
<meta property="og:url" content="${escapeHtml(page.address)}">
${description ? `<meta name="description" content="${escapeHtml(description)}">\n<meta property="og:description" content="${escapeHtml(description)}">` : ''}
<meta property="og:image" content="${escapeHtml(image)}">
<meta name="twitter:card" content="summary_large_image">
${head.generated ? aiMark(head.title) : ''}</head>
<body>
${page.firstWords ? unsentNote(page.firstWords.words) : ''}<div id="root">${page.html}</div>
<script type="application/json" id="state">${inScript(page.state)}</script>
${page.firstWords ? `<script type="application/json" id="first-words">${inScript(JSON.stringify(page.firstWords))}</script>\n` : ''}</body>
</html>
`
}

/** A data block, which no browser runs and no policy forbids. */
function aiMark(name: string): string {
  const mark = {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name,
    digitalSourceType: AI_SOURCE,
    disambiguatingDescription: AI_ANSWERS,
  }
  return `<script type="application/ld+json">${inScript(JSON.stringify(mark))}</script>\n`
}

/** Escapes JSON so that it cannot end a script element. */
const inScript = (json: string) => json.replaceAll('<', '\\u003c')

function unsentNote(words: string): string {
  return `<noscript>
<section class="wrap grid gap-4 py-16">
<p class="text-lg">Nothing was sent. An answer comes word by word, which needs JavaScript: allow it for this place, then go back and send your words again.</p>
<label class="label" for="unsent-words">Your words</label>
<textarea id="unsent-words" class="input" rows="6" readonly>
${escapeHtml(words)}</textarea>
</section>
</noscript>
`
}

/** The screen's chunk and its imports, without the entry's own: they load in parallel with the entry, not after it. */
function chunksOf(manifest: Manifest, screenFile: string): string[] {
  const seen = new Set([entry])
  const files: string[] = []
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    files.push(chunk.file)
    chunk.imports?.forEach(visit)
  }
  visit(screenFile)
  return files
}

/** The faces that every page needs. Their letters with accents are fetched by the pages that have some. */
function fontsOf(manifest: Manifest): string[] {
  return (manifest[entry]?.assets ?? []).filter((asset) => /(?<!-accents-[^/]*)\.woff2$/.test(asset))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
