import { type ComponentProps, createContext, memo, useContext, useId } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { splitBlocks } from './markdown-blocks.ts'
import { CodeBlock } from './markdown-code-block.tsx'

/** Renders markdown with React alone: raw HTML stays text, and nothing is loaded from anywhere. */
const MarkdownContent = memo(function MarkdownContent(props: { text: string; growing: boolean }) {
  const blocks = splitBlocks(props.text)
  return blocks.map((block, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block has no other name than its number
    <Block key={number} text={block} growing={props.growing && number === blocks.length - 1} />
  ))
})
export default MarkdownContent

/** Where a text that still grows ends for now; infinite once it is finished. */
const GrowingEnd = createContext(Number.POSITIVE_INFINITY)

const plugins = [remarkGfm]

const Block = memo(function Block({ text, growing }: { text: string; growing: boolean }) {
  const id = useId()
  return (
    <GrowingEnd value={growing ? text.trimEnd().length : Number.POSITIVE_INFINITY}>
      <ReactMarkdown
        remarkPlugins={plugins}
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        urlTransform={safeUrl}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </GrowingEnd>
  )
})

const safeProtocols = new Set(['https:', 'http:', 'mailto:'])

/** A whole address of a harmless kind, or nothing. An agent's words never lead to an address of this site by a path. */
function safeUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && safeProtocols.has(parsed.protocol) ? parsed.href : undefined
}

const components: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // A remote picture in a model's words is a leak (decision 20): its label is shown instead.
  img: ({ alt }) => <span className="prose-picture">{alt ? `Picture: ${alt}` : 'Picture'}</span>,
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard too
    <section className="prose-table" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  // The page's own heading stands above those of a message, which begin wherever the model likes.
  h1: ({ children }) => <h2 className="prose-title">{children}</h2>,
  h2: ({ children, className }) => <h2 className={className}>{children}</h2>,
  h3: ({ children }) => <h2 className="prose-subtitle">{children}</h2>,
  h4: 'h3',
  h5: 'h4',
  h6: 'h5',
  pre: Code,
}

/** While words arrive, the block that they arrive in is not coloured yet. */
function Code({ node }: ComponentProps<'pre'> & ExtraProps) {
  const growingEnd = useContext(GrowingEnd)
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const names = code.properties.className
  const language = Array.isArray(names)
    ? String(names.find((name) => String(name).startsWith('language-')) ?? '').slice('language-'.length)
    : ''
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
  const finished = (node?.position?.end.offset ?? 0) < growingEnd
  return <CodeBlock code={text.replace(/\n$/, '')} language={language} finished={finished} />
}
