import { PGlite } from '@electric-sql/pglite'
import { readFileSync, rmSync, readdirSync } from 'node:fs'
const t=(l:string)=>console.log(l, Math.round(performance.now()))
t('start')
rmSync('/tmp/dbw/x',{recursive:true,force:true})
const p = await PGlite.create('/tmp/dbw/x'); t('first boot fs')
const sql = readFileSync('/work/main/apps/api/src/db/migrations/0000_first.sql','utf8')
await p.exec(sql); t('migrated')
try { await p.query("insert into workspace_members values ('a','b','OWNER')") } catch(e) { console.log(e, Object.keys(e as object), (e as {code:string}).code) }
const d = await p.dumpDataDir('none'); t('dump none '+d.size)
const g = await p.dumpDataDir('gzip'); t('dump gzip '+g.size)
await p.close(); t('closed')
try { await p.query('select 1') } catch(e) { console.log(e) }
const m = await PGlite.create({loadDataDir: d}); t('loaded mem')
console.log((await m.query('select count(*) from users')).rows)
t('q'); await m.query('truncate tos_agreements, sessions, sign_in_attempts, auth_tokens, identities, users, handoff_codes, workspace_members, workspaces'); t('truncate')
await m.exec(['tos_agreements','sessions','sign_in_attempts','handoff_codes','auth_tokens','identities','workspace_members','workspaces','users'].map(x=>'delete from '+x).join(';')); t('delete')
await m.close(); t('closed')
const y = await PGlite.create('/tmp/dbw/x'); t('second boot fs'); await y.close(); t('c')
const z = await PGlite.create({loadDataDir: g}); t('loaded mem gzip')
const z2 = await PGlite.create({loadDataDir: d}); t('loaded mem again')
console.log(readdirSync('/tmp/dbw/x'))
