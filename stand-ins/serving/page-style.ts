/**
 * The one style of every stand-in's pages, in the colors of the product (docs/design.md). It follows the system's light or
 * dark preference.
 */
export const pageStyle = `
:root{color-scheme:light dark;--page:#fafaf8;--card:#fff;--text:#12110f;--soft:#55544e;--line:#e7e6e3;--edge:#908f89;--accent:#006d71;
--pressed:#005b5e;--on-accent:#fff;--strip:#fff8ea;--on-strip:#874a08;--bad:#ae1a20;--bad-soft:#fff1f1;--code:#f4f3f0}
@media (prefers-color-scheme:dark){:root{--page:#12110f;--card:#1a1a19;--text:#efeeeb;--soft:#b2b1aa;--line:#2c2c2a;--edge:#73726b;--accent:#52babe;
--pressed:#88d5d8;--on-accent:#002c2d;--strip:#2c1f0c;--on-strip:#ffc655;--bad:#ffa1a3;--bad-soft:#321418;--code:#0c0c0b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}
.mark{display:block;width:2.25rem;height:2.25rem;margin:0 auto 1.25rem;color:var(--accent)}
.strip{background:var(--strip);color:var(--on-strip);padding:.5rem 1rem;text-align:center;font-size:.875rem}
main{max-width:34rem;margin:2.5rem auto;padding:0 1rem}
main.wide{max-width:60rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.75rem;margin-bottom:1.25rem;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.35;letter-spacing:-.015em;font-weight:600;margin:0 0 .75rem}
h2{font-size:1.0625rem;margin:1.5rem 0 .5rem}
.card>:first-child{margin-top:0}
.card>:last-child{margin-bottom:0}
p{margin:.5rem 0}
.soft{color:var(--soft);font-size:.9375rem}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
label{display:block;font-weight:600;font-size:.9375rem;margin:1rem 0 .25rem}
input,select{width:100%;font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:6px;padding:.55rem .7rem}
button,.button{display:inline-block;font:inherit;font-weight:600;text-decoration:none;cursor:pointer;border-radius:6px;padding:.55rem 1rem;
border:1px solid var(--accent);background:var(--accent);color:var(--on-accent)}
button.quiet,.button.quiet{background:transparent;color:var(--text);border-color:var(--edge)}
button,.button,.messages a{transition:background-color .14s cubic-bezier(.2,0,0,1),border-color .14s cubic-bezier(.2,0,0,1)}
button:hover,.button:hover{background:var(--pressed);border-color:var(--pressed)}
button.quiet:hover,.button.quiet:hover{background:var(--code);border-color:var(--edge)}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
form .full{width:100%;margin-top:1.25rem}
form+p,p+.stack{margin-top:1rem}
.stack{display:grid;gap:.5rem}
.stack button{width:100%;text-align:left;font-weight:400}
.stack .button{text-align:center}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.row>.grow{flex:1 1 14rem}
.alert{background:var(--bad-soft);color:var(--bad);border-radius:6px;padding:.6rem .8rem;margin:.75rem 0}
.badge{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:0 .6rem;font-size:.8125rem;color:var(--soft)}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:.55rem .5rem;border-bottom:1px solid var(--line)}
td{min-width:6rem}
td:first-child{min-width:12rem}
td code{white-space:nowrap}
@media (max-width:50rem){td:first-child{min-width:6rem}td code{white-space:normal}}
th{color:var(--soft);font-weight:600;font-size:.8125rem;overflow-wrap:normal}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.4rem 1rem;margin:1rem 0}
dt{color:var(--soft)}
dd{margin:0}
pre,code{font:.875rem/1.5 ui-monospace,monospace}
pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.85rem;overflow-x:auto;white-space:pre-wrap}
iframe{width:100%;height:32rem;border:1px solid var(--line);border-radius:6px;background:#fff}
.messages{list-style:none;margin:0;padding:0}
.messages a{display:grid;gap:.1rem;padding:.75rem .25rem;border-bottom:1px solid var(--line);text-decoration:none;color:inherit}
.messages li:last-child a{border-bottom:0}
.messages a:hover{background:var(--page)}
.messages strong{color:var(--accent)}
`
