/** Something of a person's own as a file. */
export interface ExportedFile {
  /** In any script, without what file systems refuse. */
  filename: string
  contentType: string
  body: string
}
/** A title as the name of a file, without an ending. @param otherwise what it is called where nothing of it can stay */
export declare function fileName(title: string, otherwise: string): string
//# sourceMappingURL=exported-file.d.ts.map
