/** What the bundler's manifest says of one source file. */
interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}
export type Manifest = Readonly<Record<string, ManifestChunk>>

/** The parts of the document that no request changes. */
export interface DocumentFrame {
  manifest: Manifest
  /** The whole sheet, put into the page: it is small, and the first paint waits for nothing else. */
  css: string
  cluster: string
}

export interface DocumentPage {
  head: { title: string; description?: string }
  /** The path of the picture that other places show beside a link to the page. */
  image: string
  screenFile: string
  html: string
  state: string
  /** The page's full public address. */
  address: string
  /** What the page's policy lets its own style sheets be known by. */
  nonce: string
}

const entry = 'main.tsx'

/** The served HTML: the head, the first paint, and the answers that it was painted from. */
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
<meta name="theme-color" content="#05070d">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-180.png">
<link rel="manifest" href="/manifest.webmanifest">
<meta property="og:site_name" content="Bionic">
<meta property="og:type" content="website">
<meta property="og:title" content="${escapeHtml(head.title)}">
<meta property="og:url" content="${escapeHtml(page.address)}">
${description ? `<meta name="description" content="${escapeHtml(description)}">\n<meta property="og:description" content="${escapeHtml(description)}">` : ''}
<meta property="og:image" content="${escapeHtml(image)}">
<meta name="twitter:card" content="summary_large_image">
</head>
<body>
<div id="root">${page.html}</div>
<script type="application/json" id="state">${page.state.replaceAll('<', '\\u003c')}</script>
</body>
</html>
`
}

/** The screen's chunk and all that it imports, the entry's own left out: they load beside the entry, not after it. */
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

function fontsOf(manifest: Manifest): string[] {
  return (manifest[entry]?.assets ?? []).filter((asset) => asset.endsWith('.woff2'))
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
