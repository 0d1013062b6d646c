import { useEffect, useState } from 'react'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { toast } from './toast.ts'

/** How long a copy is confirmed, in milliseconds. */
const CONFIRMED_MS = 1_500

/** Copies a text and says so for a moment. */
export function CopyButton(props: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text)
      setCopied(true)
    } catch {
      toast.error('The browser did not allow copying.')
    }
  }
  return (
    <>
      <button type="button" className={className} onClick={copy}>
        {copied ? <CheckIcon width={15} height={15} /> : <CopyIcon width={15} height={15} />}
        <span className={copied ? '' : 'sr-only'}>{copied ? 'Copied' : props.label}</span>
      </button>
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  )
}

const className =
  'display inline-flex min-h-8 items-center gap-1.5 px-1.5 text-[11px] tracking-[0.08em] text-muted transition-colors hover:text-text max-md:min-h-11 max-md:min-w-11 max-md:justify-center'
