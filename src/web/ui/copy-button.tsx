import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'
import * as texts from './texts.ts'
import { toast } from './toast.ts'

/** Milliseconds that a copy's confirmation is shown. */
const CONFIRMED_MS = 1_500

export function CopyButton(props: { text: string; label: string; onCopied?: () => void }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(props.text)) {
      setCopied(true)
      props.onCopied?.()
    } else toast.error(texts.notCopied)
  }
  return (
    <span className="display inline-flex items-center text-13 tracking-[0.08em] text-muted">
      <button type="button" aria-label={props.label} className={className} onClick={copy}>
        {copied ? <CheckIcon width={15} height={15} /> : <CopyIcon width={15} height={15} />}
      </button>
      <span role="status">{copied && texts.copied}</span>
    </span>
  )
}

const className =
  'inline-grid min-h-8 min-w-8 place-items-center transition-colors hover:text-text max-md:min-h-11 max-md:min-w-11'
