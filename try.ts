import { SandboxWorker } from './src/server/domain/sandbox/sandbox-worker.ts'
import { readDocument, reader } from './test/read-document.ts'
const worker = new SandboxWorker(reader, { limits: { memoryBytes: 256*1024*1024, quietMs: 20000, totalMs: 60000 } })
for (const n of [10000,20000,40000,80000,120000,180000]) for (const [k,line] of [['p','<p>A line that was said.</p>\n'],['br','A line that was said here.<br>\n']] as const) {
 const t=performance.now()
 const d = await readDocument(worker, 'a.html', Buffer.from('<html><body>'+line.repeat(n)+'</body></html>'))
 console.log(n, k, line.length*n, d.is, Math.round(performance.now()-t), d.is==='read' ? [d.characters, d.notes] : d)
}
await worker.close()
