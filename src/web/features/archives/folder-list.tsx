import { archiveFolders } from './archive-folders.ts'
import { Folder } from './folder.tsx'

/** The archives' four folders. Any number of them may stand open. */
export function FolderList() {
  return (
    <div className="grid gap-3.5 md:gap-4">
      {archiveFolders.map((folder, index) => (
        <Folder key={folder.id} folder={folder} code={`AR-0${index + 1}`} />
      ))}
    </div>
  )
}
