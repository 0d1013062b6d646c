/** What a page is about, as far as the picture of its link shows it; a page that names nothing has the default picture. */
export type UnfurlSubject = { kind: 'matrix' } | { kind: 'agent' | 'realm' | 'run'; id: string }
