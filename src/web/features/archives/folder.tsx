import { useId, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import type { ArchiveFile, ArchiveFolder } from './archive-folders.ts'
import { FileStatusMark, StatusPip } from './file-status.tsx'
import { FolderGlyph } from './folder-glyph.tsx'
import * as texts from './texts.ts'

/** A folder that unfolds to its files. They are always in the page, and without scripts the folder is open. */
export function Folder({ folder, code }: { folder: ArchiveFolder; code: string }) {
  const [open, setOpen] = useState(false)
  const files = useId()
  return (
    <section
      aria-label={folder.name}
      className={`panel hairline cut hue-${folder.hue} transition-colors duration-200 ${open ? '' : 'hover:bg-[#0f1a2b]'}`}
    >
      <div className="relative grid grid-cols-[auto_1fr_auto] items-center gap-x-4 p-4 md:gap-x-6 md:px-6 md:py-5">
        <FolderGlyph id={folder.id} />
        <div className="min-w-0">
          <p aria-hidden="true" className="label mb-2">
            {code}
          </p>
          <h2 className="text-18 leading-tight font-semibold md:text-21">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={files}
              onClick={() => setOpen(!open)}
              className="text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-4 focus-visible:after:outline-cyan"
            >
              {folder.name}
            </button>
          </h2>
          <p className="mt-1 text-[0.84375rem] text-soft md:text-15">{folder.description}</p>
        </div>
        <div className="flex items-center gap-6">
          <p className="flex items-center gap-3 text-13 whitespace-nowrap text-muted max-md:sr-only">
            <span aria-hidden="true" className="flex gap-1.5">
              {folder.files.map((file) => (
                <StatusPip key={file.name} status={file.status} />
              ))}
            </span>
            {texts.fileCount(folder.files.length)}
          </p>
          <Chevron open={open} />
        </div>
      </div>
      <div
        id={files}
        className={`grid transition-[grid-template-rows,visibility] duration-220 ease-out noscript:visible noscript:grid-rows-[1fr] ${open ? 'grid-rows-[1fr]' : 'invisible grid-rows-[0fr]'}`}
      >
        <ul className="relative grid gap-x-10 overflow-hidden px-4 md:grid-cols-2 md:px-6">
          {folder.files.map((file) => (
            <File key={file.name} file={file} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function File({ file }: { file: ArchiveFile }) {
  return (
    <li className="border-t border-line py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-[0.96875rem] leading-snug font-semibold tracking-[0.01em] wrap-anywhere">
          {file.name}
        </h3>
        <FileStatusMark status={file.status} />
      </div>
      <p className="mt-1.5 text-13 text-muted">
        {file.type} <span aria-hidden="true">·</span> <span className="tabular-nums">{file.size}</span>
      </p>
      <p className="mt-2.5 max-w-[64ch] text-14 text-soft">{file.description}</p>
    </li>
  )
}

const Chevron = ({ open }: { open: boolean }) => (
  <Icon className={`text-soft transition-transform duration-220 ease-out ${open ? 'rotate-180' : ''}`}>
    <path d="M6 9.5l6 6 6-6" />
  </Icon>
)
