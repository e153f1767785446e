/** The one style of every stand-in's pages; follows the system's light or dark preference. */
export const pageStyle = `
:root{color-scheme:light dark;--page:#f5f6f8;--card:#fff;--text:#171b22;--soft:#586070;--line:#dde1e8;--edge:#868f9e;--accent:#1c62c9;
--on-accent:#fff;--strip:#fff3d6;--on-strip:#5c4300;--bad:#b3261e;--bad-soft:#fdeceb;--good:#17693a;--good-soft:#e6f4eb;--code:#eef1f5}
@media (prefers-color-scheme:dark){:root{--page:#12151a;--card:#1b1f26;--text:#eceff4;--soft:#a3adbd;--line:#343b47;--edge:#6d7787;--accent:#8ab8ff;
--on-accent:#0c1a30;--strip:#3a2f12;--on-strip:#ffdf9a;--bad:#ffb0aa;--bad-soft:#41211f;--good:#8fdcae;--good-soft:#1a3425;--code:#12151a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif}
.strip{background:var(--strip);color:var(--on-strip);padding:.5rem 1rem;text-align:center;font-size:.875rem}
main{max-width:34rem;margin:2.5rem auto;padding:0 1rem}
main.wide{max-width:60rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.75rem;margin-bottom:1.25rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
h2{font-size:1.0625rem;margin:1.5rem 0 .5rem}
.card>:first-child{margin-top:0}
.card>:last-child{margin-bottom:0}
p{margin:.5rem 0}
.soft{color:var(--soft);font-size:.9375rem}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
label{display:block;font-weight:600;font-size:.9375rem;margin:1rem 0 .25rem}
input,select{width:100%;font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:8px;padding:.55rem .7rem}
button,.button{display:inline-block;font:inherit;font-weight:600;text-decoration:none;cursor:pointer;border-radius:8px;padding:.55rem 1rem;
border:1px solid var(--accent);background:var(--accent);color:var(--on-accent)}
button.quiet,.button.quiet{background:transparent;color:var(--text);border-color:var(--edge)}
button:hover,.button:hover{filter:brightness(1.08)}
form .full{width:100%;margin-top:1.25rem}
form+p,p+.stack{margin-top:1rem}
.stack{display:grid;gap:.5rem}
.stack button{width:100%;text-align:left;font-weight:400}
.stack .button{text-align:center}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.row>.grow{flex:1 1 14rem}
.alert{background:var(--bad-soft);color:var(--bad);border-radius:8px;padding:.6rem .8rem;margin:.75rem 0}
.badge{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:0 .6rem;font-size:.8125rem;color:var(--soft)}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:.55rem .5rem;border-bottom:1px solid var(--line)}
td code{white-space:nowrap}
th{color:var(--soft);font-weight:600;font-size:.8125rem}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.4rem 1rem;margin:1rem 0}
dt{color:var(--soft)}
dd{margin:0}
pre,code{font:.875rem/1.5 ui-monospace,monospace}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.85rem;overflow-x:auto;white-space:pre-wrap}
iframe{width:100%;height:32rem;border:1px solid var(--line);border-radius:8px;background:#fff}
.messages{list-style:none;margin:0;padding:0}
.messages a{display:grid;gap:.1rem;padding:.75rem .25rem;border-bottom:1px solid var(--line);text-decoration:none;color:inherit}
.messages li:last-child a{border-bottom:0}
.messages a:hover{background:var(--page)}
.messages strong{color:var(--accent)}
`
