import type { ReactNode } from 'react'
import type { FolderId } from './archive-folders.ts'

export function FolderGlyph({ id }: { id: FolderId }) {
  return (
    <span className="hexagon grid h-[46px] w-[53px] place-items-center bg-[color-mix(in_oklab,var(--hue)_13%,transparent)] text-(--hue) md:h-[64px] md:w-[74px]">
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-6 md:size-8"
      >
        {glyphs[id]}
      </svg>
    </span>
  )
}

const glyphs: Readonly<Record<FolderId, ReactNode>> = {
  'neural-architecture': (
    <>
      <path d="M6 6.5l6 5.5M6 17.5l6-5.5M12 12h6M6 6.5v11" strokeOpacity=".6" />
      <circle cx="5.5" cy="6" r="2.2" />
      <circle cx="5.5" cy="18" r="2.2" />
      <circle cx="12" cy="12" r="2.2" />
      <circle cx="19" cy="12" r="2.2" />
    </>
  ),
  'quantum-processing': (
    <>
      <ellipse cx="12" cy="12" rx="10" ry="3.9" />
      <ellipse cx="12" cy="12" rx="10" ry="3.9" transform="rotate(60 12 12)" />
      <ellipse cx="12" cy="12" rx="10" ry="3.9" transform="rotate(120 12 12)" />
      <circle cx="12" cy="12" r="1.3" fill="currentColor" />
    </>
  ),
  'cognitive-engine': (
    <>
      <circle cx="12" cy="12" r="9.3" strokeDasharray="3.5 2.35" />
      <path d="M4.5 12h3l2-4.5 3.6 9 2.3-6 1.1 1.5h3" />
    </>
  ),
  'security-protocols': (
    <>
      <path d="M12 2.8l7.5 2.8v5.6c0 4.8-3.1 8.2-7.5 10-4.4-1.8-7.5-5.2-7.5-10V5.6z" />
      <circle cx="12" cy="10.4" r="2" />
      <path d="M12 12.4v3.4" />
    </>
  ),
}
