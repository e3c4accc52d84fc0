(()=>{var L,Jt,rs,ne,st,Be,Ft,Ae,qt,at,ot,is,ke=Symbol.for("pv"),Re={},He=[],cs=/^m(i|n|o|s|text|space)$/,rt=Array.isArray,it=He.slice,ie=Object.assign;function re(e){e&&e.parentNode&&e.remove()}function De(e,t,n){var s,a,o,r={},i=arguments.length;for(o in t)o=="key"?s=t[o]:o=="ref"&&typeof e!="function"?a=t[o]:r[o]=t[o];return i>2&&(r.children=i>3?it.call(arguments,2):n),be(e,r,s,a,null)}function be(e,t,n,s,a){var o={type:e,props:t,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:ke,__v:a||++Jt,__i:-1,__u:0};return!a&&L.vnode&&L.vnode(o),o}function Ue(e){return e.children}function fe(e,t){this.props=e,this.context=t,this.__g=0}function se(e,t){if(t==null)return e.__&&se(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:se(e)}function ls(e){var t,n=e.__v,s=n.__e,a=[],o=[],r=e.__P;r&&((t=ie({constructor:ke},n)).__v=n.__v+1,L.vnode&&L.vnode(t),ct(r,t,n,e.__n,r.namespaceURI,32&n.__u?[s]:null,a,s||se(n),32&n.__u,o),t.__v=n.__v,t.__.__k[t.__i]=t,Zt(a,t,o),n.__=n.__e=null,t.__e!=s&&Vt(t))}function Vt(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),Vt(e)}function It(e){(8&e.__g||(e.__g|=8,ne.push(e),Be++))&&st==L.debounceRendering||((st=L.debounceRendering)||queueMicrotask)(Yt)}function Yt(){try{for(var e,t=1;ne.length;)ne.length>t&&ne.sort(Ft),e=ne.shift(),t=ne.length,8&e.__g&&ls(e)}finally{(Be=ne.length)&&(st||queueMicrotask)(Yt)}}function Gt(e,t,n,s,a,o,r,i,d,p,u){var f,m,c,_,w,g,k=s.__k||He,$=t.length;for(d=us(n,t,k,d,$),f=0;f<$;f++)(c=n.__k[f])!=null&&(m=~c.__i&&k[c.__i]||Re,c.__i=f,g=ct(e,c,m,a,o,r,i,d,p,u),_=c.__e,(m.ref!=c.ref||8&m.__u)&&(m.ref&&lt(m.ref,null,c,m),c.ref&&u.push(c.ref,c.__c||_,c)),w=w||_,4&c.__u?(d=Qt(c,d,e,!m.__v),m.__e&&(m.__e=null)):typeof c.type=="function"&&g!==void 0?d=g:_&&(d=_.nextSibling),c.__u&=-21);return n.__e=w,d}function us(e,t,n,s,a){var o,r,i,d,p,u,f,m,c,_=n.length,w=_,g=0,k=0,$=e.__k=Array(a);for(o=0;o<a;o++)(r=t[o])!=null&&typeof r!="boolean"&&typeof r!="function"?(typeof r!="object"||r.constructor===String?r=$[o]=be(null,r):rt(r)?r=$[o]=be(Ue,{children:r}):r.constructor===ke&&r.__b?r=$[o]=be(r.type,r.props,r.key,r.ref,r.__v):$[o]=r,d=o+g,r.__=e,r.__b=e.__b+1,i=null,~(p=r.__i=ds(r,n,d,w))&&(w--,(i=n[p])&&(i.__u|=2)),i&&i.__v?(r.__u|=16,p==d-1?g--:p==d+1?g++:p!=d&&(p>d?g--:g++,k=1)):(~p||(a>_?g--:a<_&&g++),typeof r.type!="function"&&(r.__u|=4))):$[o]=null;if(k){for(u=[],f=[],o=0;o<a;o++)if((r=$[o])&&16&r.__u){for(g=0,m=u.length;g<m;)u[c=g+m>>1]<r.__i?g=c+1:m=c;u[g]=r.__i,f[o]=g+1}for(g=u.length;o--;)f[o]&&(f[o]==g?g--:$[o].__u|=4)}if(w)for(o=0;o<_;o++)!(i=n[o])||2&i.__u||(i.__e==s&&(s=se(i)),ut(i,i));return s}function Qt(e,t,n,s){var a,o,r,i;if(typeof e.type=="function"){if(e.props.__P)return t;if(a=e.__k)for(o=0;o<a.length;o++)a[o]&&(a[o].__=e,t=Qt(a[o],t,n,!1));return t}for(t&&!t.parentNode&&(t=se(e))&&!t.parentNode&&(t=null),r=e.__e,i=t;i&&i.nodeType==8;)i=i.nextSibling;for(r!=i&&(!s&&n.moveBefore&&r.parentNode?n.moveBefore(r,t):n.insertBefore(r,t||null)),t=r;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function ds(e,t,n,s){var a,o=e.key,r=e.type,i=t[n],d=i&&!(2&i.__u);if(i===null&&o==null||d&&o==i.key&&r==i.type)return n;if(s>(d?1:0)){for(a=n-1;a>=0;a--)if((i=t[a])&&!(2&i.__u)&&o==i.key&&r==i.type)return a;for(a=n+1;a<t.length;a++)if((i=t[a])&&!(2&i.__u)&&o==i.key&&r==i.type)return a}return-1}function Kt(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function je(e,t,n,s,a){var o,r;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof s=="string"&&(e.style.cssText=s=""),s)for(t in s)n&&t in n||Kt(e.style,t);if(n)for(t in n)s&&n[t]==s[t]||Kt(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof s!="function"&&(s=null),(e.__e||(e.__e={}))[t]=n,n&&s||(r=ot[t]||(ot[t]=ps(t)),(e.__a||(e.__a={}))[t]=at,o=t!=(t=t.replace(qt,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,r,o):e.removeEventListener(t,r,o));else{if(a=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function ps(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[Ae]==null)t[Ae]=at++;else if(t[Ae]<this.__a[e])return;return n(L.event?L.event(t):t)}}}function ct(e,t,n,s,a,o,r,i,d,p){var u,f,m,c,_,w,g,k,$,y,b,E,K,J,z,v,D,U,P=t.type;if(t.constructor!==ke)return null;128&n.__u&&(d=32&n.__u,u=n.__c.__z)&&(t.__u|=d,f=o=[],u.nodeType==8?i=Ne(u,o):o.push(u),i=o[0]||i),(u=L.__b)&&u(t);e:if(typeof P=="function"){m=r.length;try{if(k=t.props,$=(u=P.prototype)&&u.render,y=(u=P.contextType)&&s[u.__c],b=u?y?y.props.value:u.__:s,(c=n.__c)?(t.__c=c,2&c.__g&&(c.__g|=1)):($?t.__c=c=new P(k,b):(t.__c=c=new fe(k,b),c.constructor=P,c.render=ms),y&&y.sub(c),c.state||(c.state={}),c.__n=s,c.__g|=8,c.__h=[],c.__k=[]),$&&(c.__s||(c.__s=c.state),P.getDerivedStateFromProps&&(c.__s==c.state&&(c.__s=ie({},c.__s)),ie(c.__s,P.getDerivedStateFromProps(k,c.__s)))),_=c.props,w=c.state,c.__v=t,n.__c){if(k!==_&&$&&!P.getDerivedStateFromProps&&c.componentWillReceiveProps&&c.componentWillReceiveProps(k,b),t.__v==n.__v&&!(8&c.__g)||!(4&c.__g)&&c.shouldComponentUpdate&&c.shouldComponentUpdate(k,c.__s,b)===!1){t.__v!=n.__v&&(c.props=k,c.state=c.__s,c.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(C){C&&(C.__=t)}),He.push.apply(c.__h,c.__k),c.__k=[],c.__h.length&&r.push(c),i=se(n);break e}c.componentWillUpdate&&c.componentWillUpdate(k,c.__s,b),$&&c.componentDidUpdate&&c.__h.push(function(){c.componentDidUpdate(_,w,g)})}else $&&!P.getDerivedStateFromProps&&c.componentWillMount&&c.componentWillMount(),$&&c.componentDidMount&&c.__h.push(c.componentDidMount);c.context=b,c.props=k,c.__P=e,c.__g&=-5,E=L.__r,K=$?25:0;do c.__g&=-9,E&&E(t),u=c.render(c.props,c.state=c.__s,c.context);while(8&c.__g&&++K<25);$&&(He.push.apply(c.__h,c.__k),c.__k=[]),c.state=c.__s,c.getChildContext&&(s=ie({},s,c.getChildContext())),$&&n.__c&&c.getSnapshotBeforeUpdate&&(g=c.getSnapshotBeforeUpdate(_,w)),J=u&&u.type===Ue&&u.key==null?u.props.children:u,k.__P&&(u=i,a=(e=k.__P).namespaceURI,d=o=null,n.props&&n.props.__P!=e&&(n.__k.some(function(C){C&&ut(C,C)}),n.__k=null),i=n.__k?se(n,0):null),i=Gt(e,rt(J)?J:[J],t,n,s,a,o,r,i,d,p),k.__P&&(t.__e=null,i=u),t.__u&=-161,f&&f.some(re),c.__h.length&&r.push(c),1&c.__g&&(c.__g&=-4)}catch(C){if(r.length=m,t.__v=null,d||o)if(C&&C.then){if(t.__u|=128|d,o){for(~(D=o.indexOf(i||void 0))||(D=o.length);(U=o[D-1])&&U.nodeType==8;)D--;for(;D<o.length;D++)if(U=o[D])if(o[D]=null,z){if(U==v)break}else{if(U.nodeType!=8)break;U.data.startsWith("$s")&&(v=Ne(z=U))}}if(!z){for(;i&&i.nodeType==8&&i.nextSibling;)i=i.nextSibling;z=i}(u=Ne(z=t.__c.__z||(t.__c.__z=z)))?(t.__e=z,i=u):t.__e=i,i=i&&i.nextSibling}else o&&o.some(re);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),C&&C.then||Xt(t),L.__e(C,t,n)}}else i=t.__e=fs(n.__e,t,n,s,a,o,r,d,p,e);return(u=L.diffed)&&u(t),i}function Ne(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function Xt(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(Xt))}function Zt(e,t,n){for(var s=0;s<n.length;)lt(n[s++],n[s++],n[s++]);L.__c&&L.__c(t,e),e.some(function(a){try{e=a.__h,a.__h=[],e.some(function(o){o.call(a)})}catch(o){L.__e(o,a.__v)}})}function fs(e,t,n,s,a,o,r,i,d,p){var u,f,m,c,_,w,g,k,$=n.props||Re,y=t.props,b=t.type;if(b=="svg"?a="http://www.w3.org/2000/svg":b=="math"?a="http://www.w3.org/1998/Math/MathML":a||(a="http://www.w3.org/1999/xhtml"),o){for(u=0;u<o.length;u++)if((_=o[u])&&(b?_.localName==b:_.nodeType==3)){e=_,o[u]=null;break}}if(!e){if(k=p.ownerDocument||document,!b)return k.createTextNode(y);e=k.createElementNS(a,b,y.is?y:p),i&&(L.__m&&L.__m(t,o),i=!1),o=null}if(b){if(p=b=="template"&&e.content||e,o=b=="textarea"&&y.defaultValue!=null?null:o&&it.call(p.childNodes),!i&&o)for($={},u=0;u<e.attributes.length;u++)$[(_=e.attributes[u]).name]=_.value;for(u in $)_=$[u],u=="dangerouslySetInnerHTML"?m=_:u=="children"||u in y||u=="value"&&"defaultValue"in y||u=="checked"&&"defaultChecked"in y||je(e,u,null,_,a);for(u in y)_=y[u],u=="children"?c=_:u=="dangerouslySetInnerHTML"?f=_:u=="value"?w=_:u=="checked"?g=_:i&&typeof _!="function"||$[u]===_||je(e,u,_,$[u],a);f?(i||m&&(f.__html==m.__html||f.__html==e.innerHTML)||(e.innerHTML=f.__html),t.__k=[]):(m&&(e.textContent=""),(b=="foreignObject"||a=="http://www.w3.org/1998/Math/MathML"&&cs.test(b))&&(a="http://www.w3.org/1999/xhtml"),Gt(p,rt(c)?c:[c],t,n,s,a,o,r,o?o[0]:n.__k&&se(n,0),i,d),o&&o.some(re)),i&&b!="textarea"||(u="value",b=="progress"&&w==null?e.removeAttribute(u):w==null||w===e[u]&&(b!="progress"||w)||je(e,u,w,$[u],a),u="checked",g!=null&&g!=e[u]&&je(e,u,g,$[u],a))}else $===y||i&&e.data==y||(e.data=y);return e}function lt(e,t,n,s){try{typeof e=="function"?t?t.__x=e(t)||1:s&&(s=s.__c||s.__e)&&(t=s.__x)&&(s.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(a){L.__e(a,n)}}function ut(e,t,n){var s,a,o,r;if(L.unmount&&L.unmount(e),!(s=e.ref)||s.current&&s.current!=e.__e||lt(s,null,t,e),s=e.__c){if(s.componentWillUnmount)try{s.componentWillUnmount()}catch(i){L.__e(i,t)}s.__P=s.__n=null}if(s=e.__k)for(r=0;r<s.length;r++)s[r]&&ut(s[r],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(s=e.__c)&&(s=s.__z)&&(a=Ne(s,o=[]))&&(s==e.__e&&o.some(re),re(a),re(s)),n||re(e.__e),e.__e=e.__c=e.__=null}function ms(e,t,n){return this.constructor(e,n)}function ze(e,t){var n,s,a,o;L.__&&L.__(e,t),t.nodeType==9&&(t=t.documentElement),s=(n=e&&32&e.__u)?null:t.__k,t.__k=be(Ue,{children:[e]}),a=[],o=[],ct(t,t.__k,s||Re,Re,t.namespaceURI,s?null:t.firstChild?it.call(t.childNodes):null,a,s?s.__e:t.firstChild,n,o),Zt(a,t.__k,o),t.__k.props.children=null}L={__e:function(e,t,n,s){for(var a,o,r;t=t.__;)if((a=t.__c)&&!(1&a.__g)){a.__g|=4;try{if((r=(o=a.constructor)&&o.getDerivedStateFromError)&&a.setState(o.getDerivedStateFromError(e)),a.componentDidCatch&&(a.componentDidCatch(e,s||{}),r=1),r&&8&a.__g)return void(a.__g|=2)}catch(i){e=i}}throw Be=0,e}},Jt=0,rs=function(e){return e!=null&&e.constructor===ke},fe.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=ie({},this.state)),typeof e=="function"&&(e=e(ie({},n),this.props)),e&&(ie(n,e),this.__v&&(t&&this.__k.push(t),It(this)))},fe.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),It(this))},fe.prototype.render=Ue,ne=[],Be=0,Ft=function(e,t){return e.__v.__b-t.__v.__b},Ae=Symbol(),qt=/(PointerCapture)$|Capture$/i,at=0,ot={},is=0;var me,H,dt,en,pt=Object.is,We=0,un=[],ft=[],R=L,tn=R.__b,nn=R.__r,sn=R.diffed,on=R.__c,an=R.unmount,rn=R.__;function Ie(e,t){R.__h&&R.__h(H,e,We||t),We=0;var n=H.__H||(H.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function M(e){return We=1,_s(dn,e)}function _s(e,t,n){var s=Ie(me++,2);if(s.t=e,!s.__c&&(s.__=[n?n(t):dn(void 0,t),function(o){var r=(s.__N||s.__)[0],i=s.t(r,o);pt(r,i)||(s.__N=[i,s.__[1]],s.__c.setState({}))}],s.__c=H,!H.__f)){H.__f=!0;var a=H.shouldComponentUpdate;H.shouldComponentUpdate=function(o,r,i){var d=this.__H;if(!d)return!0;var p=!1,u=this.props!=o;if(d.__.some(function(m){m.__N&&(p=!0,pt(m.__[0],m.__N[0])||(u=!0))}),a){var f=a.call(this,o,r,i);return p?f||u:f}return!p||u}}return s.__}function Z(e,t){var n=Ie(me++,3);!R.__s&&_t(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,H.__H.__h.push(n))}function I(e,t){var n=Ie(me++,4);!R.__s&&_t(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,H.__h.push(n))}function q(e){return We=5,Y(function(){return{current:e}},[])}function Y(e,t){var n=Ie(me++,7);return _t(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function $s(){var e;do{for(;e=ft.shift();)try{xe(e)}catch(n){R.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=un.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(xe),t.__h.some(mt),t.__h=[]}catch(n){t.__h=[],R.__e(n,e.__v)}}}while(ft.length)}R.__b=function(e){H=null,tn&&tn(e)},R.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),rn&&rn(e,t)},R.__r=function(e){nn&&nn(e),me=0;var t=(H=e.__c).__H;t&&(dt==H?H.__h=[]:(t.__h.some(xe),t.__h.some(mt),me=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),dt=H},R.diffed=function(e){sn&&sn(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&ln(un.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),dt=H=null},R.__c=function(e,t){t.some(function(n){try{n.__h.some(xe),n.__h=n.__h.filter(function(s){return!s.__||mt(s)})}catch(s){n.__h=[function(){throw s}]}}),on&&on(e,t)},R.unmount=function(e){an&&an(e);var t,n,s=e.__c;s&&s.__H&&(s.__H.__.some(function(a){try{if(a.__P&&a.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}a.__P=n,ln(ft.push(a))}else xe(a)}catch(o){t=o}}),s.__H=void 0,t&&R.__e(t,s.__v))};var cn=typeof requestAnimationFrame=="function";function hs(e){var t,n=function(){clearTimeout(s),cn&&cancelAnimationFrame(t),setTimeout(e)},s=setTimeout(n,35);cn&&(t=requestAnimationFrame(n))}function ln(e){e!=1&&en==R.requestAnimationFrame||((en=R.requestAnimationFrame)||hs)($s)}function xe(e){var t=H,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),H=t}function mt(e){var t=H;e.__c=e.__(),H=t}function _t(e,t){return!e||e.length!=t.length||t.some(function(n,s){return!pt(n,e[s])})}function dn(e,t){return typeof t=="function"?t(e):t}var vs={C:"clubs",D:"diamonds",H:"hearts",S:"spades"},gs="A23456789TJQK",ys={A:"ace",T:"10",J:"jack",Q:"queen",K:"king"},Se=e=>e==="JK"?"":e[0],G=e=>e==="JK"?"":e[1],$t=e=>e==="T"?"10":e,ht=e=>ys[e]??e;function Ce(e){return e===null?"hidden card":e==="JK"?"printed joker":`${ht(Se(e))} of ${vs[G(e)]}`}var Ke=e=>e.map(Ce).join(", "),Je=(e,t)=>e!==null&&(e==="JK"||e[0]===t),pn=e=>e===null?[9,99]:e==="JK"?[8,0]:["SHCD".indexOf(G(e)),gs.indexOf(Se(e))];function Me(e,t){return[...e].sort((n,s)=>{let[a,o]=pn(n),[r,i]=pn(s);return t&&a<8&&r<8?o-i||a-r:a-r||o-i})}function _e(e,t){let n=[...e];for(let s of t){let a=n.indexOf(s);a<0&&(a=n.lastIndexOf(null)),a>=0&&n.splice(a,1)}return n}var fn=(e,t)=>e.length===t.length&&_e(e,t).length===0;var _n=function(e,t,n,s){var a;t[0]=0;for(var o=1;o<t.length;o++){var r=t[o++],i=t[o]?(t[0]|=r?1:2,n[t[o++]]):t[++o];r===3?s[0]=i:r===4?s[1]=Object.assign(s[1]||{},i):r===5?(s[1]=s[1]||{})[t[++o]]=i:r===6?s[1][t[++o]]+=i+"":r?(a=e.apply(i,_n(e,i,n,["",null])),s.push(a),i[0]?t[0]|=2:(t[o-2]=0,t[o]=a)):s.push(i)}return s},mn=new Map;function $n(e){var t=mn.get(this);return t||(t=new Map,mn.set(this,t)),(t=_n(this,t.get(e)||(t.set(e,t=(function(n){for(var s,a,o=1,r="",i="",d=[0],p=function(m){o===1&&(m||(r=r.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?d.push(0,m,r):o===3&&(m||r)?(d.push(3,m,r),o=2):o===2&&r==="..."&&m?d.push(4,m,0):o===2&&r&&!m?d.push(5,0,!0,r):o>=5&&((r||!m&&o===5)&&(d.push(o,0,r,a),o=6),m&&(d.push(o,m,0,a),o=6)),r=""},u=0;u<n.length;u++){u&&(o===1&&p(),p(u));for(var f=0;f<n[u].length;f++)s=n[u][f],o===1?s==="<"?(p(),d=[d],o=3):r+=s:o===4?r==="--"&&s===">"?(o=1,r=""):r=s+r[0]:i?s===i?i="":r+=s:s==='"'||s==="'"?i=s:s===">"?(p(),o=1):o&&(s==="="?(o=5,a=r,r=""):s==="/"&&(o<5||n[u][f+1]===">")?(p(),o===3&&(d=d[0]),o=d,(d=d[0]).push(2,0,o),o=0):s===" "||s==="	"||s===`
`||s==="\r"?(p(),o=2):r+=s),o===3&&r==="!--"&&(o=4,d=d[0])}return p(),d})(e)),t),arguments,[])).length>1?t:t[0]}var l=$n.bind(De),A=(...e)=>e.filter(Boolean).join(" ");var vt={C:"M10 1a4.1 4.1 0 0 1 3.3 6.5 4.1 4.1 0 1 1-2.2 6.4c.1 2 .8 3.9 2.4 5.1h-7c1.6-1.2 2.3-3.1 2.4-5.1a4.1 4.1 0 1 1-2.2-6.4A4.1 4.1 0 0 1 10 1z",D:"M10 .6Q13.2 6 17.6 10 13.2 14 10 19.4 6.8 14 2.4 10 6.8 6 10 .6z",H:"M10 18.6C4.4 13.6.8 10.6.8 6.5A4.7 4.7 0 0 1 10 4.6a4.7 4.7 0 0 1 9.2 1.9c0 4.1-3.6 7.1-9.2 12.1z",S:"M10 .8c3 4.3 8.6 7.2 8.6 11.5a4.1 4.1 0 0 1-7.5 2.3c.1 1.9.9 3.3 2.3 4.4H6.6c1.4-1.1 2.2-2.5 2.3-4.4a4.1 4.1 0 0 1-7.5-2.3C1.4 8 7 5.1 10 .8z",star:"M10 .8l2.8 6 6.4.8-4.7 4.5 1.2 6.5L10 15.4l-5.7 3.2 1.2-6.5L.8 7.6l6.4-.8z",J:"M3 17h14v2.3H3zM3.5 15.5V8.5L8 11l2-8.5 2 8.5 4.5-2.5v7z",Q:"M3 17h14v2.3H3zM3.3 15.5L1.5 7.2a1.5 1.5 0 1 1 1.3-.3L6 10l1-5.6a1.6 1.6 0 1 1 1.6 0L10 9l1.4-4.6a1.6 1.6 0 1 1 1.6 0L14 10l3.2-3.1a1.5 1.5 0 1 1 1.3.3l-1.8 8.3z",K:"M2.5 17h15v2.3h-15zM2.8 15.5L1 5.5l5.2 4.2L9.2 4.5V3.2H7.8V1.7h1.4V.4h1.6v1.3h1.4v1.5h-1.4v1.3l3 5.2L19 5.5l-1.8 10z"};function ws(e,t,n,s,a){let o=[];for(let r=e+t+a;r<n+s;r+=a){o.push(`M${Math.max(e,r-s)} ${Math.min(s,r-e)}L${Math.min(n,r-t)} ${Math.max(t,r-n)}`);let i=r-s-t;o.push(`M${Math.max(e,i+t)} ${Math.max(t,e-i)}L${Math.min(n,i+s)} ${Math.min(s,n-i)}`)}return o.join("").replace(/\d+\.\d+/g,r=>String(Number(Number(r).toFixed(1))))}var Te=()=>l`<svg class="shapes" width="0" height="0" aria-hidden="true">
  ${Object.entries(vt).map(([e,t])=>l`<symbol id=${`shape-${e}`} viewBox="0 0 20 20"><path fill="currentColor" d=${t} /></symbol>`)}
  <symbol id="shape-back" viewBox="0 0 60 84"><rect x="5" y="5" width="50" height="74" rx="3" class="back-ground" /><path class="back-lines" d=${ws(7,7,53,77,9.2)} /></symbol>
</svg>`,ce=({of:e,x:t,y:n,size:s,name:a})=>l`<use href=${`#shape-${e}`} x=${t} y=${n} width=${s} height=${s} class=${a} />`;function $e({card:e,wild:t,moved:n,label:s,hidden:a}){let o=Je(e,t),r=e&&Se(e),i=e&&G(e),d=s??Ce(e)+(o&&e!=="JK"?", wild":"");return l`<svg
    class=${A("card",e?`suit-${i||"star"}`:"back",n&&"moved")}
    viewBox="0 0 60 84"
    role=${a?void 0:"img"}
    aria-label=${a?void 0:d}
    aria-hidden=${a?"true":void 0}
  >
    <rect class="paper" x=".75" y=".75" width="58.5" height="82.5" rx="6" />
    ${e===null&&ce({of:"back",x:0,y:0,size:"100%"})}
    ${e==="JK"&&l`<${ce} of="star" x="4" y="7" size="17" /><text class="joker" x="-78" y="17" transform="rotate(-90)">JOKER</text><${ce} of="star" x="24" y="26" size="30" />`}
    ${i&&l`<text class="rank" x="12.5" y="22" textLength=${r==="T"?19:void 0} lengthAdjust="spacingAndGlyphs">${$t(r)}</text>
      <${ce} of=${i} x="4.5" y="26" size="16" />
      ${vt[r]&&l`<${ce} of=${r} x="27" y="10" size="26" name="court" />`}
      <${ce} of=${i} x="25" y=${vt[r]?44:34} size="30" />
      ${o&&l`<${ce} of="star" x="5" y="48" size="15" name="wild" />`}`}
  </svg>`}var le=({card:e})=>e==="JK"?l`<span class="token suit-star">joker</span>`:l`<span class=${`token suit-${G(e)}`}>${$t(Se(e))}<svg viewBox="0 0 20 20"><use href=${`#shape-${G(e)}`} /></svg></span>`;function Fe({cards:e,wild:t,moved:n,name:s,gaps:a}){let o={},r=n===void 0?-1:e.lastIndexOf(n),i=d=>d&&(d==="JK"?"":G(d));return l`<ul class=${A("cards",s)}>
    ${e.map((d,p)=>(o[d]=(o[d]??0)+1,l`<li
        key=${`${d} ${o[d]}`}
        class=${A(a&&p>0&&i(d)!==i(e[p-1])&&"gap",p===r&&"lifted")}
        aria-hidden=${d===null?"true":void 0}
      ><${$e} card=${d} wild=${t} moved=${p===r} /></li>`))}
  </ul>`}function hn({seat:e,wild:t,moved:n,byRank:s}){let a=o=>n&&o.includes(n.card)?n.card:void 0;return l`<div class="hand">
    ${e.cards.length>0&&l`<${Fe} cards=${Me(e.cards,s)} wild=${t} moved=${a(e.cards)} gaps=${!s} />`}
    ${e.melds.length>0&&l`<div class="melds">
      ${e.melds.map((o,r)=>{let i=o.filter(d=>e.laidOff.includes(d));return l`<${Fe} key=${r} cards=${[...Me(_e(o,i)),...i]} wild=${t} moved=${a(i)} name="meld" />`})}
    </div>`}
  </div>`}var qe=class{waiting=new Map;last=0;ask(t,n,s){let a=++this.last;return new Promise((o,r)=>{this.waiting.set(a,{resolve:o,reject:r,progress:n}),Promise.resolve(s(JSON.stringify({...t,id:a}))).catch(i=>this.fail(a,i))})}fail(t,n){this.waiting.get(t)?.reject(n),this.waiting.delete(t)}failAll(t){for(let n of[...this.waiting.keys()])this.fail(n,t)}take(t){let n=JSON.parse(t),{resolve:s,reject:a,progress:o}=this.waiting.get(n.id)??{};if(n.progress){o?.(n.progress);return}this.waiting.delete(n.id),n.error?a?.(new Error(n.error)):s?.(n)}};function gt(){let e=new qe,t=new Worker("worker.js");return new Promise((n,s)=>{t.onmessage=({data:a})=>{if(a.failed){let o=new Error(a.failed);t.terminate(),s(o),e.failAll(o)}else a.ready?n({ask:(r,i)=>e.ask(r,i,d=>t.postMessage(d)),close:()=>t.terminate()}):e.take(a.answer)},t.onerror=a=>s(new Error(a.message||"worker.js cannot be loaded"))})}async function bs(){let e=await fetch("stream").catch(()=>{});if(e&&!e.ok)return(await e.text()).trim();e?.body.cancel()}function yt(e){let t=new qe,n=new EventSource("stream"),s=!1;return new Promise((a,o)=>{n.addEventListener("table",({data:r})=>{s=!0;let i=async d=>{let p=await fetch(`ask?table=${r}`,{method:"POST",body:d,headers:{"Content-Type":"application/json"}});if(!p.ok)throw new Error(`${p.status}: ${(await p.text()).trim()}`)};a({ask:(d,p)=>t.ask(d,p,i),close:()=>n.close()})}),n.onmessage=({data:r})=>t.take(r),n.onerror=async()=>{n.close();let r=new Error(!s&&await bs()||"the program has ended, or the connection was lost");o(r),t.failAll(r),e?.(r)}})}var vn=({events:e,...t})=>[t,...e].map(n=>`${JSON.stringify(n)}
`).join("");function wt(e){let t=[];if(e.split(`
`).forEach((n,s)=>{if(!n.trim())return;let a;try{a=JSON.parse(n)}catch{throw new Error(`line ${s+1} is not JSON: want a file of records as JSON lines; rummygym record convert makes one of the text form`)}if(a?.type==="game")t.push({...a,events:[]});else if(a?.type!=="dataset"){if(!t.length)throw new Error(`line ${s+1}: want the header of a game first, {"type":"game",…}`);t.at(-1).events.push(a)}}),!t.length||!t.at(-1).events.length)throw new Error("the file has no game");return t}var he=e=>e.replaceAll("-"," "),gn={do:"does",have:"has",pass:"passes"},ks=Object.fromEntries(Object.entries(gn).map(([e,t])=>[t,e])),yn=[],Ve=e=>yn=e??[];function xs(e){let{verb:t,words:n}=yn.find(s=>s.phase===e)??{verb:"pass",words:`(${he(e)})`};return`${gn[t]??`${t}s`} ${n}`.trimEnd()}var Ss=e=>e?[e]:"a card";function Ye(e){switch(e.type){case"deal":return[`${e.hand?`hand ${e.hand} is`:"the cards are"} dealt${e.upcard?",":""}`,...e.wildcard?["wild card",[e.wildcard],"and"]:[],...e.upcard?["upcard",[e.upcard]]:[]];case"draw":return e.from==="pile"?["takes",e.card?[e.card]:"nothing: the limit of upcards ends the hand"]:["draws",Ss(e.card)];case"discard":return["discards",[e.card]];case"declare":return[e.valid?"declares with":"declares wrongly with",[e.card]];case"drop":return["drops"];case"reshuffle":return["the pile becomes the stock, upcard",[e.upcard]];case"pass":return[xs(e.phase)];case"accept":return[`accepts (${he(e.phase)})`];case"knock":return["knocks"];case"meld":return["melds",e.cards];case"lay-off":return["lays off",[e.card]];case"score":return[bt(e)];case"end":return[kt(e)]}return[e.type]}function wn(e){let[t,...n]=Ye(e);return[t.replace(/^\w+/,s=>ks[s]??s.replace(/s$/,"")),...n]}var Cs=e=>typeof e=="string"?e:Ke(e);function Q(e){let t=Ye(e).map(Cs).join(" "),n=e.type==="draw"?` from the ${e.from}`:"";return e.seat!==void 0?`Seat ${e.seat} ${t}${n}`:t[0].toUpperCase()+t.slice(1)}function bt(e){let t=[e.hand?`hand ${e.hand}`:"score"];return e.ending&&(t[0]+=`: ${he(e.ending)}`),e.winner!==void 0&&e.scored&&t.push(`seat ${e.winner} scores ${e.scored[e.winner]}`),e.points&&t.push(`points ${e.points.join(" – ")}`),e.scores&&t.push(`match ${e.scores.join(" – ")}`),t.join(", ")}var ve=e=>e>0?`+${e}`:e<0?`−${-e}`:"0";function kt(e){let t=e.winner===void 0?"no winner":`seat ${e.winner} wins`;return`${he(e.ending)}: ${t}, gains ${e.gains.map(ve).join(" ")}`}var bn=e=>typeof e=="number"?`seat ${e}`:e,oe=(e,t)=>e.toFixed(t).replace("-","−");var Ms=e=>e[0].toUpperCase()+e.slice(1);function kn({table:e,number:t,own:n,byRank:s}){let a=e.seats[t],{moved:o,end:r,result:i}=e,d=a.cards.length,p=e.toMove===t,u=e.scores?.[t],f=i&&a.points,m=r?.gains[t];return l`<section
    class=${A("seat",n&&"own",p&&"moving",a.status==="dropped"&&"out")}
    aria-label=${`Seat ${t}, ${a.name}`}
    data-place=${`seat-${t}`}
  >
    <header>
      <h2><span class="number">${t}</span> <span class="name" title=${a.name}>${a.name}</span></h2>
      ${p&&l`<span class="badge move">to move</span>`}
      ${a.status&&l`<span class="badge">${a.status}</span>`}
      <span class="facts">
        ${m!==void 0&&l`<strong class="gain">${ve(m)}</strong>`}
        ${f!==void 0&&l`<span>${f} points</span>`}
        ${u!==void 0&&l`<span>score ${u}</span>`}
        ${!i&&!a.melds.length&&l`<span>${d} ${d===1?"card":"cards"}</span>`}
      </span>
    </header>
    <${hn} seat=${a} wild=${e.wild} moved=${o?.seat===t?o:void 0} byRank=${s} />
  </section>`}var Ts=7;function Es({table:e}){let{pile:t,moved:n}=e,s=t.slice(-Ts);return l`<div class="centre">
    <figure data-place="stock">
      ${e.stock>0?l`<div class="stack"><${$e} card=${null} label=${`Stock of ${e.stock} cards`} /></div>`:l`<div class="empty" />`}
      <figcaption>stock ${e.stock}</figcaption>
    </figure>
    <figure class="pile" data-place="pile">
      ${t.length>0?l`<${Fe} cards=${s} wild=${e.wild} moved=${n&&n.seat===void 0?n.card:void 0} />`:l`<div class="empty" />`}
      <figcaption>discard pile ${t.length}</figcaption>
    </figure>
    ${e.wild&&l`<figure>
      ${e.wildcard&&l`<${$e} card=${e.wildcard} wild=${e.wild} />`}
      <figcaption>wild: ${ht(e.wild)}</figcaption>
    </figure>`}
    ${e.next?.length>0&&l`<p class="next">next
      ${" "}<span role="img" aria-label=${`in the stock: ${Ke(e.next.slice(0,5))}`}>${e.next.slice(0,5).map(a=>l`<${le} card=${a} /> `)}</span>
    </p>`}
    <${Os} table=${e} />
  </div>`}function Os({table:e}){let{result:t,end:n}=e;return!t&&!n?null:l`<p class="result">${Ms(n?kt(n):bt(t))}</p>`}function Ge({table:e,viewer:t,byRank:n,animate:s,own:a}){let o=q(null);I(()=>{let p=o.current.querySelector(".moved"),{from:u}=e.moved??{},f=p&&o.current.querySelector(`[data-place="${typeof u=="number"?`seat-${u}`:u}"] .card, [data-place="${u}"]`);if(!s||!f||matchMedia("(prefers-reduced-motion: reduce)").matches)return;let m=f.getBoundingClientRect(),c=p.getBoundingClientRect();p.animate([{transform:`translate(${m.x-c.x}px, ${m.y-c.y}px)`},{transform:"none"}],{duration:240,easing:"ease-out"})},[e]);let r=typeof t=="number"?t:0,i=e.seats.length,d=Array.from({length:i-1},(p,u)=>(r+1+u)%i);return l`<section class=${A("board",i>2&&"many")} aria-label="Table" ref=${o}>
    <div class="others">${d.map(p=>l`<${kn} key=${p} table=${e} number=${p} byRank=${n} />`)}</div>
    <${Es} table=${e} />
    ${a??l`<${kn} table=${e} number=${r} own byRank=${n} />`}
  </section>`}var Ls={first:"M5 4v12M16 4L8 10l8 6z",back:"M14 4L6 10l8 6z",play:"M6 3l11 7-11 7z",pause:"M6 4v12M14 4v12",forward:"M6 4l8 6-8 6z",last:"M15 4v12M4 4l8 6-8 6z"},Ee=({icon:e,label:t,keys:n,...s})=>l`<button type="button" class="icon" aria-label=${t} title=${n?`${t} (${n})`:t} ...${s}>
  <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${Ls[e]} /></svg>
</button>`,W=({label:e,value:t,options:n,choose:s})=>l`<label class="choice"><span>${e}</span>
  <select value=${t} onChange=${a=>s(a.currentTarget.value)}>
    ${n.map(([a,o])=>l`<option value=${a} selected=${String(a)===String(t)}>${o}</option>`)}
  </select></label>`,Ps=[.5,1,2,4,8];function Qe(e){I(()=>{let t=n=>{if(n.defaultPrevented||n.altKey||n.ctrlKey||n.metaKey||n.target.closest?.("input, select, textarea")||n.key===" "&&n.target.closest?.("button, summary"))return;let s=e[n.key];s&&(n.preventDefault(),s())};return document.addEventListener("keydown",t),()=>document.removeEventListener("keydown",t)})}function Xe(e,t,n){I(()=>{if(!e)return;let s=setTimeout(n,t);return()=>clearTimeout(s)})}function xn({at:e,last:t,text:n,playing:s,speed:a,go:o,first:r,back:i,forward:d,end:p,toggle:u,setSpeed:f}){return l`<div class="player" role="group" aria-label="Move through the game">
    <input
      type="range"
      aria-label="Event"
      min="0"
      max=${t}
      value=${e}
      aria-valuetext=${`event ${e+1} of ${t+1}: ${n}`}
      onInput=${m=>o(Number(m.currentTarget.value))}
    />
    <div class="buttons">
      <${Ee} icon="first" label="First event" keys="Home" onClick=${r} />
      <${Ee} icon="back" label="Previous event" keys="←" onClick=${i} />
      <${Ee} icon=${s?"pause":"play"} label=${s?"Pause":"Play"} keys="space" onClick=${u} />
      <${Ee} icon="forward" label="Next event" keys="→" onClick=${d} />
      <${Ee} icon="last" label="Last event" keys="End" onClick=${p} />
      <span class="count" aria-hidden="true">${e+1}/${t+1}</span>
      <${W} label="Speed" value=${a} options=${Ps.map(m=>[m,`${m}×`])} choose=${m=>f(Number(m))} />
    </div>
  </div>`}var Ze=300,et=84;function js(e,t){let n=new Map;for(let s of e.decisions){let{seat:a}=t.events[s.event-1];s.made.win!==void 0&&n.set(a,[...n.get(a)??[],s])}return[...n].sort(([s],[a])=>s-a)}var Sn=e=>`${Math.round(100*e)} %`;function Cn({review:e,record:t,at:n,go:s}){let a=js(e,t);if(!a.length)return null;let o=p=>Ze*(p-1)/Math.max(1,t.events.length-1),r=p=>et*(1-p),i=p=>{let u=p.currentTarget.getBoundingClientRect(),f=(p.clientX-u.x)/u.width*Ze,m=c=>Math.abs(o(c.event)-f);s(e.decisions.reduce((c,_)=>m(_)<m(c)?_:c).event-1)},d=a.map(([p,u])=>`seat ${p} from ${Sn(u[0].made.win)} to ${Sn(u.at(-1).made.win)}, ${u.filter(f=>f.mistake).length} mistakes`);return l`<section class="curve" aria-label="Win chance">
    <h2>Win chance <span class="legend">${a.map(([p])=>l`<span key=${p} class=${`line-${p}`}><svg viewBox="0 0 24 4" aria-hidden="true"><path class="curve-line" d="M0 2H24" /></svg> seat ${p}</span>`)}</span></h2>
    <svg viewBox=${`0 0 ${Ze} ${et}`} preserveAspectRatio="none" role="img" aria-label=${`Win chance: ${d.join("; ")}`} onClick=${i}>
      <path class="curve-half" d=${`M0 ${et/2}H${Ze}`} />
      <path class="curve-now" d=${`M${o(n+1)} 0V${et}`} />
      ${a.map(([p,u])=>l`<g key=${p} class=${`line-${p}`}>
        <path class="curve-line" d=${`M${u.map(f=>`${o(f.event)} ${r(f.made.win)}`).join("L")}`} />
        ${u.map(f=>l`<path key=${f.event} class=${A("curve-dot",f.mistake&&"mistake")} d=${`M${o(f.event)} ${r(f.made.win)}h0`} />`)}
      </g>`)}
    </svg>
  </section>`}function Mn({review:e,record:t,at:n,go:s}){let a=e.decisions.filter(o=>o.mistake);return l`<nav class="mistakes" aria-label="Mistakes">
    ${a.length?"Mistakes:":"No mistake beyond the noise."}
    ${a.map(o=>l`<button
      key=${o.event}
      type="button"
      aria-pressed=${o.event===n+1}
      aria-label=${`Mistake of seat ${t.events[o.event-1].seat}, event ${o.event}`}
      onClick=${()=>s(o.event-1)}
    ><span class="number">${t.events[o.event-1].seat}</span> ${o.event}</button>`)}
  </nav>`}function xt(e,t){let n=(e?.decisions??[]).filter(s=>s.mistake).map(s=>s.event-1);return n.find(s=>s>t)??n[0]}function Tn(e,t){return class extends fe{shouldComponentUpdate(n){return!t(this.props,n)}render(n){return De(e,n)}}}var ue=({event:e,yours:t})=>(t?wn:Ye)(e).map(n=>typeof n=="string"?`${n} `:n.map(s=>l`<${le} card=${s} /> `)),As=Tn(({turn:e,events:t,at:n,costs:s,link:a,go:o})=>{let r=e.seat===void 0;return l`<li class=${A("turn",r&&"table")}>
    ${!r&&l`<span class="number-of">${e.number}</span><span class="number" title=${`seat ${e.seat}`}>${e.seat}</span>`}
    <span class="events-of">${e.events.map(i=>l`<a
      key=${i}
      href=${a(i)}
      class=${A("event",`is-${t[i].type}`,s?.has(i)&&"costly")}
      aria-label=${Q(t[i])}
      aria-current=${i===n?"step":void 0}
      tabindex=${i===n?0:-1}
      onClick=${d=>{d.ctrlKey||d.metaKey||d.shiftKey||d.button||(d.preventDefault(),o(i))}}
    ><${ue} event=${t[i]} /></a>`)}</span>
  </li>`},(e,t)=>e.turn===t.turn&&e.events===t.events&&e.link===t.link&&e.turn.events.includes(e.at)===t.turn.events.includes(t.at)&&!e.turn.events.includes(t.at));function En({events:e,turns:t,at:n,costs:s,link:a,go:o}){let r=q(null);return I(()=>{let i=r.current,d=i.querySelector("[aria-current]");if(!d)return;i.contains(document.activeElement)&&document.activeElement!==i&&d.focus({preventScroll:!0});let p=d.closest("li").getBoundingClientRect(),u=i.getBoundingClientRect();p.top<u.top&&(i.scrollTop-=u.top-p.top+8),p.bottom>u.bottom&&(i.scrollTop+=p.bottom-u.bottom+8)},[n,e]),l`<nav class="events" aria-label="Events"><ol ref=${r}>
    ${t.map(i=>l`<${As} key=${i.events[0]} ...${{turn:i,events:e,at:n,costs:s,link:a,go:o}} />`)}
  </ol></nav>`}var X="all",Oe="blind";function On(e,t){if(t===X)return e;let n={...e};if(e.seat!==t&&e.seat!==void 0){if(e.private)return null;delete n.probability,e.type==="draw"&&e.from==="stock"&&delete n.card}return e.type==="deal"&&(n.hands=e.hands.map((s,a)=>a===t||s?.length===0?s:null),delete n.stock,delete n.key),e.type==="reshuffle"&&delete n.stock,n}var ge=e=>e.view===void 0?[X,...e.seats.keys(),Oe]:[e.view,Oe];function St(e){return{hand:0,wild:void 0,wildcard:void 0,stock:0,next:null,pile:[],seats:e.seats.map(t=>({name:t,cards:[],melds:[],laidOff:[],status:""})),toMove:void 0,scores:void 0,result:void 0,end:void 0,moved:void 0,size:Math.max(0,...Ns(e).map(t=>t?.length??0))}}var Ns=e=>e.events.find(t=>t.type==="deal")?.hands??[];function Ln(e,t){let n={...e,moved:void 0},s=(r,i)=>{if(!n.seats[r])throw new RangeError(`there is no seat ${r}`);n.seats=n.seats.map((d,p)=>p===r?{...d,...i}:d)},a=(r,i)=>s(r,{cards:_e(n.seats[r].cards,i)}),o=Bs[t.type];if(!o)throw new TypeError(`there is no event ${t.type}`);return o(n,t,s,a),n}var Bs={deal(e,t){Object.assign(e,{hand:t.hand??0,wild:t.wild,wildcard:t.wildcard,stock:t.stock_size,next:t.stock??null,pile:t.upcard?[t.upcard]:[],result:void 0});let n=Array(e.size).fill(null);e.seats=e.seats.map(({name:s},a)=>({name:s,cards:t.hands[a]??n,melds:[],laidOff:[],status:""}))},draw(e,t,n){if(t.from==="pile"){if(!t.card)return;e.pile=e.pile.slice(0,-1)}else e.stock--,e.next=e.next&&e.next.slice(1);let s=t.card??null;n(t.seat,{cards:[...e.seats[t.seat].cards,s]}),e.moved={seat:t.seat,card:s,from:t.from}},discard(e,t,n,s){s(t.seat,[t.card]),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},declare(e,t,n){n(t.seat,{cards:t.cards,status:t.valid?"declared":"declared wrongly"}),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},drop:(e,t,n)=>n(t.seat,{status:"dropped"}),reshuffle(e,t){e.pile=[t.upcard],e.stock=t.stock_size,e.next=t.stock??null},pass(){},accept(e,t){e.scores=t.scores??e.scores},knock:(e,t,n)=>n(t.seat,{cards:t.cards,status:"knocked"}),meld(e,t,n,s){s(t.seat,t.cards),n(t.seat,{melds:[...e.seats[t.seat].melds,t.cards]})},"lay-off"(e,t,n,s){s(t.seat,[t.card]),e.seats.forEach((a,o)=>{let r=o===t.seat?-1:a.melds.findIndex(i=>fn(i,t.onto));r>=0&&(n(o,{melds:a.melds.with(r,[...a.melds[r],t.card]),laidOff:[...a.laidOff,t.card]}),e.moved={seat:o,card:t.card,from:t.seat})})},score(e,t,n){e.result=t,e.scores=t.scores??e.scores,e.seats.forEach((s,a)=>{let o=t.melds?.[a],r=t.hands?.[a];r&&n(a,{cards:o?_e(r,o.flat()):r,melds:o??s.melds}),n(a,{points:t.points?.[a]})})},end(e,t){e.end=t}};function Le(e,t){let n=e.events.map(o=>On(o,t)),s=[],a=St(e);return n.forEach((o,r)=>{if(o)try{a=Ln(a,o)}catch(i){throw new Error(`event ${r+1} (${o.type}): ${i.message}`)}a={...a,toMove:Rs(n,r+1)},s.push(a)}),{events:n,tables:s}}function Rs(e,t){for(let n=t;n<e.length;n++){let s=e[n];if(s?.seat!==void 0)return s.seat;if(s&&s.type!=="reshuffle")return}}function Pn(e,t,n){let s=t.map(o=>On(o,n)).filter(Boolean),a=[];for(let o of s)a.push(e={...Ln(e,o),toMove:void 0});return{events:s,tables:a}}function Ct({at:e,viewer:t,line:n,step:s},a=X){let o=new URLSearchParams({event:e+1});return t!==a&&o.set("view",t),n!==void 0&&(o.set("line",n+1),o.set("step",s+1)),`#${o}`}var jn=e=>/^\d{1,9}$/.test(e??"")?Number(e):void 0;function Mt(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=o=>{let r=jn(t.get(o));return r>0?r-1:void 0},s=t.get("view"),a=n("line");return{at:n("event"),viewer:jn(s)??s??void 0,line:a,step:a===void 0?void 0:n("step")??0}}var Hs=150;function An(e){if(location.protocol==="about:"||location.hash===e)return;let t=setTimeout(()=>history.replaceState(null,"",e),Hs);return()=>clearTimeout(t)}var Et=e=>`${oe(100*e,1)} %`;function Tt(e){let t=[];return e?.win!==void 0&&t.push(`win ${Et(e.win)}${e.win_error===void 0?"":` ± ${Et(e.win_error)}`}`),e?.points!==void 0&&t.push(`points ${oe(e.points,2)}${e.points_error===void 0?"":` ± ${oe(e.points_error,2)}`}`),t.join(", ")}function Nn(e){let t=[];return e?.distance!==void 0&&t.push(`MinDist ${e.distance}`),e?.outs!==void 0&&t.push(`${e.outs} outs`),e?.points!==void 0&&t.push(`${e.points} points left`),e?.danger!==void 0&&t.push(`danger ${Math.round(100*e.danger)} %`),t.join(", ")}var Lt=(e,t)=>e?.decisions.find(n=>n.event===t+1),Bn=e=>e.cost&&(e.cost.win>0||e.cost.points>0),Rn=e=>new Set((e?.decisions??[]).filter(t=>t.mistake??Bn(t)).map(t=>t.event-1)),Ot=e=>e.type==="draw"&&e.from==="stock"?{...e,card:void 0}:e,Ds=(e,t)=>[{event:Ot(t),estimate:e.made,made:!0},...e.alternatives.map((n,s)=>({event:Ot(n.line[0]),estimate:n.estimate,best:s===0}))].map(n=>({...n,text:Q(n.event)})).sort((n,s)=>n.text<s.text?-1:1);function Hn({decision:e,event:t,pick:n}){return l`<section class="review question" aria-label="Try it again">
    <h2>A mistake of seat ${t.seat}</h2>
    <p>The table is as it was before the move. What would you play?</p>
    <div class="buttons">
      ${Ds(e,t).map(s=>l`<button key=${s.text} type="button" aria-label=${s.text} onClick=${()=>n(s)}><${ue} event=${s.event} /></button>`)}
    </div>
    <button type="button" onClick=${()=>n()}>Show the answer</button>
  </section>`}function Us(e,t){if(t.best)return"Your move is the best one.";if(t.made)return"That was the move of the game.";let{estimate:n}=e.alternatives[0],s=[];return n.points!==void 0&&t.estimate.points!==void 0&&s.push(`${oe(n.points-t.estimate.points,2)} points`),n.win!==void 0&&t.estimate.win!==void 0&&s.push(`${Et(n.win-t.estimate.win)} of win chance`),`Your move costs ${s.join(" and ")} compared with the best one.`}function Dn({decision:e,event:t,line:n,tryLine:s,picked:a,again:o}){let r=Tt(e.cost),i=Nn(e.facts);return l`<section class="review" aria-label="Review">
    <h2>${Q(t)}</h2>
    ${a&&l`<p class="verdict" role="status"><strong>${Us(e,a)}</strong> (${a.text})</p>`}
    <p>${Tt(e.made)}${r&&l`<br />${Bn(e)?l`cost: <strong>${r}</strong>`:"No better move was found."}`}</p>
    ${i&&l`<p class="facts-of">${i}</p>`}
    ${e.reasons?.length>0&&l`<p>After it: ${e.reasons.join("; ")}.</p>`}
    ${o&&l`<button type="button" onClick=${o}>Try it again</button>`}
    ${e.alternatives?.length>0&&l`<h3>Instead</h3><ul>
      ${e.alternatives.map((d,p)=>l`<li key=${p}><button type="button" aria-pressed=${n===p} onClick=${()=>s(p)}>
        <${ue} event=${Ot(d.line[0])} /></button> ${Tt(d.estimate)}${d.facts&&l`<br /><span class="facts-of">${Nn(d.facts)}</span>`}</li>`)}
    </ul>`}
  </section>`}var Un="rummygym-scheme";function zn(){try{return localStorage.getItem(Un)??"auto"}catch{return"auto"}}function Wn(e){e==="auto"?delete document.documentElement.dataset.scheme:document.documentElement.dataset.scheme=e}Wn(zn());function tt(){let[e,t]=M(zn);return l`<${W} label="Colours" value=${e} choose=${s=>{t(s),Wn(s);try{localStorage.setItem(Un,s)}catch{}}} options=${[["auto","System"],["light","Light"],["dark","Dark"]]} />`}function In(e){let t=[],n=0,s;return e.forEach((a,o)=>{if(a){if(a.type==="deal"&&(n=0),a.seat===void 0){t.push({events:[o]}),s=void 0;return}a.seat!==s&&(t.push({number:++n,seat:a.seat,events:[]}),s=a.seat),t.at(-1).events.push(o)}}),t}function ye(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s])return s;return t}function Pt(e,t,n){let s=e.findIndex(o=>o.events.includes(t)),a=n<0&&s>=0&&e[s].events[0]!==t?s:s+n;return e[Math.max(0,Math.min(e.length-1,a))]?.events[0]??t}function jt(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s]?.type==="deal")return s;return t}function Kn(e,t,{at:n=0,viewer:s,line:a,step:o}){let r=ge(e),i=e.events.length-1,d={at:Math.min(n,i),viewer:r.includes(s)?s:r[0]},p=Lt(t,d.at)?.alternatives?.[a];return p?{...d,line:a,step:Math.min(o,p.line.length-1)}:d}function At({data:{title:e,passes:t,record:n,review:s},aside:a,reviewing:o}){Ve(t);let[r,i]=M(()=>Kn(n,s,Mt(location.hash))),[d,p]=M(!1),[u,f]=M(2),[m,c]=M(!1),[_,w]=M(!1),[g,k]=M(()=>new Map),{viewer:$,line:y,step:b}=r,{events:E,tables:K}=Y(()=>Le(n,$),[$]),J=Y(()=>In(E),[E]),z=Y(()=>Rn(s),[s]),v=E[r.at]?r.at:ye(E,r.at,-1),D=ye(E,E.length,-1),U=Lt(s,v),P=U?.mistake&&U.alternatives?.length>0&&y===void 0&&!g.has(v)&&!d,C=Y(()=>{let S=y!==void 0&&Pn(K[v-1]??St(n),U.alternatives[y].line,$);return S?.events?.length>0&&S},[v,y,K]),de=Y(()=>S=>Ct({at:S,viewer:$},ge(n)[0]),[$]);Z(()=>An(Ct(r,ge(n)[0])),[r]),Z(()=>{let S=()=>{i(Kn(n,s,Mt(location.hash))),p(!1)};return addEventListener("hashchange",S),()=>removeEventListener("hashchange",S)},[]);let B=(S,pe)=>{w(S===ye(E,v,1)&&y===void 0),i({at:S,viewer:$}),pe||p(!1)},O=S=>{if(!C)return B(ye(E,v,S));let pe=b+S;return w(S>0),i({...r,step:Math.max(0,Math.min(C.events.length-1,pe))})},x={first:()=>B(0),back:()=>O(-1),forward:()=>O(1),end:()=>B(D),toggle:()=>{!d&&v>=D&&B(0),p(!d)}};Qe({ArrowLeft:x.back,ArrowRight:x.forward,ArrowUp:()=>B(Pt(J,v,-1)),ArrowDown:()=>B(Pt(J,v,1)),PageUp:()=>B(jt(E,v,-1)),PageDown:()=>B(jt(E,v,1)),Home:x.first,End:x.end," ":x.toggle,Escape:()=>y!==void 0&&B(v),m:()=>xt(s,v)!==void 0&&B(xt(s,v))}),Xe(d,1e3/u,()=>v<D?B(ye(E,v,1),!0):p(!1));let j=C?Math.min(b,C.events.length-1):v,N=C?C.events[j]:E[v],F=C?C.tables[j]:K[P?v-1:v],V=S=>k(new Map(g).set(v,S??null)),ee=()=>k(new Map([...g].filter(([S])=>S!==v))),te=Q(N);return l`<${Te} />
    <header class="top">
      <div><h1>${e}</h1><p class="players">${n.seats.join(" – ")}</p></div>
      <${W}
        label="View"
        value=${$}
        options=${ge(n).map(S=>[S,S===X?"All cards":S===Oe?"Blind":`Seat ${S}`])}
        choose=${S=>i({at:v,viewer:S===X||S===Oe?S:Number(S)})}
      />
      <${W} label="Order" value=${m?"rank":"suit"} options=${[["suit","By suit"],["rank","By rank"]]} choose=${S=>c(S==="rank")} />
      <${tt} />
      ${a}
    </header>
    <main>
      ${C&&l`<p class="what-if">What if: ${te} <button type="button" onClick=${()=>B(v)}>Back to the game</button></p>`}
      <${Ge} table=${F} viewer=${$} byRank=${m} animate=${_} />
      <${xn} ...${{at:v,last:E.length-1,text:te,playing:d,speed:u,go:B,setSpeed:f,...x}} />
    </main>
    <aside>
      ${s&&l`<div class="overview"><${Cn} ...${{review:s,record:n,at:v,go:B}} /><${Mn} ...${{review:s,record:n,at:v,go:B}} /></div>`}
      ${!s&&o}
      ${P&&l`<${Hn} ...${{decision:U,event:E[v],pick:V}} />`}
      ${U&&!P&&l`<${Dn}
        ...${{decision:U,event:E[v],line:y,picked:g.get(v)}}
        again=${g.has(v)&&y===void 0&&ee}
        tryLine=${S=>i({at:v,viewer:$,line:S,step:0})}
      />`}
      <${En} ...${{events:E,turns:J,at:v,costs:z,link:de,go:B}} />
      <${Ws} record=${n} review=${s} />
    </aside>
    <p class="unseen" aria-live=${d?"off":"polite"}>${te}</p>`}var zs=[["← →","event"],["↑ ↓","turn"],["Page ↑ ↓","hand"],["Home End","first, last"],["Space","play, pause"]],Ws=({record:e,review:t})=>l`<details class="about">
  <summary>Keys and rules</summary>
  <dl class="keys">${[...zs,...t?[["m","next mistake"]]:[]].map(([n,s])=>l`<div><dt>${n}</dt><dd>${s}</dd></div>`)}</dl>
  <dl>
    ${t?.by&&l`<div><dt>reviewed with</dt><dd>${t.by}</dd></div>`}
    <div><dt>environment</dt><dd>${e.env}</dd></div>
    ${e.view!==void 0&&l`<div><dt>the record holds what was seen by</dt><dd>${bn(e.view)}</dd></div>`}
    ${e.origin?.seed&&l`<div><dt>seed</dt><dd>${e.origin.seed}</dd></div><div><dt>deal</dt><dd>${e.origin.deal}</dd></div>`}
    ${Object.entries(e.rules).map(([n,s])=>l`<div><dt>${n}</dt><dd>${String(s)}</dd></div>`)}
  </dl>
</details>`,Nt=e=>ge(e).forEach(t=>Le(e,t));async function Is(e){let t=Uint8Array.from(atob(e),n=>n.charCodeAt(0));return new Response(new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"))).json()}var Jn=document.getElementById("data");if(Jn){let e=document.getElementById("page");Is(Jn.textContent).then(t=>{Nt(t.record),ze(l`<${At} data=${t} />`,e)}).catch(t=>{e.textContent=`This page cannot show its record: ${t.message}`})}var Fn=e=>e==="human"||e.startsWith("human:");function Ks({seats:e}){let t=e.map((s,a)=>a),n=t.map(s=>[String(s),`Seat ${s}, ${Fn(e[s])?"you":e[s]}`,[s]]);return[...e.some(Fn)?[["","Your decisions",[]]]:[],["all","All seats",t],...n]}function qn({record:e,open:t,atOnce:n,done:s}){let a=Ks(e),[o,r]=M(a[0][0]),[i,d]=M(null),[p,u]=M(""),f=q(null),m=()=>{f.current?.close(),f.current=null,d(null)},c=async()=>{u(""),d({done:0,total:0});let _=t(),w={close:()=>_.then(g=>g.close(),()=>{})};f.current=w;try{let{ask:g}=await _,k=a.find(([y])=>y===o)[2],{review:$}=await g({do:"review",records:vn(e),seats:k},y=>f.current===w&&d(y));f.current===w&&s($)}catch(g){f.current===w&&u(g.message)}finally{f.current===w&&m()}};return Z(()=>(n&&c(),()=>f.current?.close()),[]),l`<section class="review reviewing" aria-label="Review">
    <h2>Review</h2>
    ${p&&l`<p role="alert">${p}</p>`}
    ${i?l`<label>Searching for better moves <progress value=${i.total?i.done:void 0} max=${i.total||1} /></label>
        <div class="buttons"><button type="button" onClick=${m}>Stop</button></div>`:l`<p>Search says what each decision cost, and asks for a better move at each mistake.</p>
        <div class="buttons"><${W} label="of" value=${o} options=${a} choose=${r} />
          <button type="button" onClick=${c}>Review</button></div>`}
  </section>`}var Js=e=>e===1?"1 player":`${e} players`;function Fs(e,t){let n=e.games.find(u=>u.name===t.game)??e.games[0],s=n.presets.find(u=>u.name===t.preset)??n.presets[0],a=s.tables.find(u=>u.seats===t.seats)??s.tables[0],{seats:o}=a,r=u=>n.agents.some(f=>f.spec===u),i=t.watch?o:o-1,d=Array.from({length:i},(u,f)=>r(t.agents?.[f])?t.agents[f]:a.default),p=r(t.adviser)?t.adviser:"";return{...t,game:n,preset:s,seats:o,agents:d,adviser:p}}function qs({game:e,preset:t,seats:n,agents:s,watch:a,practice:o,adviser:r,changes:i,seed:d}){let p=[t.name,...n===t.tables[0].seats?[]:[`seats=${n}`],i?.trim()].filter(Boolean).join(" ");return{do:"new",game:e.name,rules:p,agents:s,watch:!!a,practice:!!o&&!a,adviser:r,seed:d?.trim()??""}}function Vn({catalog:e,picked:t,pick:n,start:s,open:a,goOn:o,busy:r}){let i=Fs(e,t),[d,p]=M(!!(t.changes||t.seed)),u=c=>_=>n({[c]:_}),f=i.game.agents.map(c=>[c.spec,c.spec]),m=!t.native&&[...i.agents,i.adviser].some(c=>i.game.agents.find(_=>_.spec===c)?.network);return l`<form class="setup" aria-label="New table" onSubmit=${c=>{c.preventDefault(),s(qs(i))}}>
    <h2>New table</h2>
    <div class="fields">
      <${W} label="Game" value=${i.game.name} options=${e.games.map(c=>[c.name,c.title])} choose=${c=>n({game:c,preset:void 0,seats:void 0,agents:void 0,adviser:""})} />
      <${W} label="Rules" value=${i.preset.name} options=${i.game.presets.map(c=>[c.name,c.name])} choose=${u("preset")} />
      ${i.preset.tables.length>1&&l`<${W} label="Table" value=${i.seats} options=${i.preset.tables.map(c=>c.seats).toSorted().map(c=>[c,Js(c)])} choose=${c=>n({seats:Number(c)})} />`}
      <${W} label="You" value=${i.watch?"watch":i.practice?"practice":"play"} options=${[["play","Play"],["practice","Practise: moves can be taken back"],["watch","Watch agents play"]]} choose=${c=>n({watch:c==="watch",practice:c==="practice"})} />
    </div>
    <fieldset class="fields">
      <legend>${i.watch?"Agents":i.agents.length===1?"Opponent":"Opponents"}</legend>
      ${i.agents.map((c,_)=>l`<div key=${_}><${W}
        label=${i.agents.length===1?"Agent":i.watch?`Seat ${_}`:`Opponent ${_+1}`}
        value=${c}
        options=${f}
        choose=${w=>n({agents:i.agents.with(_,w)})}
      /><p class="doc">${i.game.agents.find(w=>w.spec===c).doc}</p></div>`)}
      ${m&&l`<p class="doc">Networks are loaded first, at most 2 MB.</p>`}
    </fieldset>
    <details open=${d} onToggle=${c=>p(c.currentTarget.open)}>
      <summary>More</summary>
      <div class="fields">
        ${!i.watch&&l`<${W} label="Hints by" value=${i.adviser} options=${[["","the strongest fast agent"],...f]} choose=${u("adviser")} />`}
        <label class="choice wide"><span>Changes of the rules</span>
          <input value=${i.changes??""} placeholder=${i.game.example} onInput=${c=>n({changes:c.currentTarget.value})} /></label>
        <label class="choice wide"><span>Seed of the cards</span>
          <input inputmode="numeric" value=${i.seed??""} placeholder="random" onInput=${c=>n({seed:c.currentTarget.value})} /></label>
        <details class="options"><summary>Options of ${i.game.title}</summary>
          <dl>${i.game.options.map(c=>l`<div key=${c.name}><dt>${c.name}</dt><dd>${c.doc}</dd></div>`)}</dl></details>
      </div>
    </details>
    <p class="begin">
      <button type="submit" class="main" disabled=${r}>${i.watch?"Watch":"Deal"}</button>
      ${o&&l`<button type="button" disabled=${r} onClick=${o}>Go on with the last table</button>`}
      <label class="file">Open records<input type="file" accept=".jsonl,.json,.txt" onChange=${async c=>{let[_]=c.currentTarget.files;c.currentTarget.value="",_&&a(await _.text())}} /></label>
    </p>
  </form>`}function Yn(e,t){let n=e?.melds??[],s=e?.unmelded??[];if(t){let o=Me([...n.flatMap(r=>r.cards),...s]);return[...new Set(o.map(G))].map(r=>({name:"",counts:!0,cards:o.filter(i=>G(i)===r)}))}let a=n.map(o=>({name:o.kind,counts:o.counts,cards:o.cards}));return s.length&&a.push({name:a.length?"unmelded":"",counts:!0,cards:s}),a}function Gn({groups:e,wild:t,at:n,drawn:s,turn:a,choose:o,play:r}){let i=q(null);I(()=>{i.current.contains(document.activeElement)&&i.current.querySelector("[tabindex='0']")?.focus({preventScroll:!0})},[n,e]);let d=0,p=e.flatMap(u=>u.cards).lastIndexOf(s);return l`<div class="hand own-hand" role="group" aria-label="Your hand" ref=${i}>
    ${e.map(u=>l`<div class="group" key=${u.cards.join()}>
      <ul class="cards">${u.cards.map(f=>{let m=d++,c=`${Ce(f)}${Je(f,t)&&f!=="JK"?", wild":""}${m===p?", just drawn":""}`;return l`<li key=${m}><button
          type="button"
          class=${A("pick",m===n&&"chosen")}
          aria-pressed=${m===n}
          aria-label=${c}
          tabindex=${m===(n??0)?0:-1}
          disabled=${!a}
          onClick=${()=>m===n?r():o(m)}
        ><${$e} card=${f} wild=${t} moved=${m===p} hidden /></button></li>`})}</ul>
      ${u.name&&l`<p class=${A("kind",!u.counts&&"waiting")} title=${u.counts?void 0:"does not save points yet"}>${u.counts?u.name:`(${u.name})`}</p>`}
    </div>`)}
  </div>`}var Vs=e=>e==="human"?"You":e;function Qn({players:e,results:t}){if(!t?.length)return null;let n=e.map((s,a)=>t.reduce((o,r)=>o+r.gains[a],0));return l`<section class=${A("sheet",e.length>3&&"crowded")} aria-label="Score sheet">
    <h2>Score sheet</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Scores"><table>
      <thead><tr><th scope="col">Game</th>${e.map((s,a)=>l`<th scope="col" key=${a}>${Vs(s)}</th>`)}</tr></thead>
      <tbody>${t.map((s,a)=>l`<tr key=${a}><th scope="row">${a+1} <span class="ending">${he(s.ending)}${s.practice?", practice":""}</span></th>${s.gains.map((o,r)=>l`<td key=${r}>${ve(o)}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">Sum</th>${n.map((s,a)=>l`<td key=${a}>${ve(s)}</td>`)}</tr></tfoot>
    </table></div>
  </section>`}var Ys=e=>e.map(t=>l`<${le} card=${t} /> `),Bt=(e,t)=>t==="wins"?`${oe(100*e,1)} % won`:`${oe(e,1)} points`;function Xn({hint:e,text:t,play:n}){let{hand:s,outs:a,discards:o,values:r,unit:i}=e,d=a?.reduce((f,m)=>f+m.copies,0),[p]=r??[],u=q(null);return I(()=>u.current.scrollIntoView({block:"nearest"}),[e]),l`<section class="hint review" aria-label="Hint" ref=${u}>
    <h2>Hint</h2>
    <p>${s.distance===void 0?l`Deadwood ${s.points}.`:l`${s.distance} ${s.distance===1?"card":"cards"} from a declaration, ${s.points} points.`}</p>
    <p><strong>${e.adviser.replace(/@[0-9a-f]+/,"")}</strong> would ${t(e.action)}
      ${p&&(p.wins?": it wins":`: it expects ${Bt(p.value,i)}`)}
      ${" "}<button type="button" onClick=${()=>n(e.action)}>Do it</button></p>
    ${r?.length>1&&l`<ul>${r.slice(1,5).map(f=>l`<li key=${f.action}>${t(f.action)}: ${Bt(Math.abs(f.behind),i)} ${f.behind<0?"better":"worse"}${f.error?` ± ${Bt(f.error,i)}`:""}</li>`)}</ul>`}
    ${a?.length>0&&l`<p>${d} unseen ${d===1?"card helps":"cards help"}: ${Ys(a.map(f=>f.card))}</p>`}
    ${o?.length>0&&l`<h3>What discards leave</h3><ul>${o.slice(0,6).map((f,m)=>l`<li key=${m}><${le} card=${f.card} /> ${f.distance===void 0?"":`MinDist ${f.distance}, `}${f.outs} outs, ${f.points} points</li>`)}</ul>`}
  </section>`}var Gs=[[1600,"Slow"],[700,"Normal"],[200,"Fast"],[0,"At once"]],Qs=e=>e[0].toUpperCase()+e.slice(1),es=(e,t,n)=>t===n?"You":e[t];function Xs({events:e,names:t,you:n}){let s=q(null);return I(()=>{s.current.scrollTop=s.current.scrollHeight},[e]),l`<section class="events log" aria-label="What happened"><ol ref=${s} tabindex="0">
    ${e.map((a,o)=>l`<li key=${o} class=${A("turn",a.seat===void 0&&"table",`is-${a.type}`)}>
      ${a.seat!==void 0&&l`<span class=${A("who",a.seat===n&&"you")}>${es(t,a.seat,n)}</span>`}
      <span class="event"><${ue} event=${a} yours=${a.seat!==void 0&&a.seat===n} /></span></li>`)}
  </ol></section>`}function Zn(e,t){return e.mover===void 0?"The game is over.":e.turn?"Your move":`${e.names[e.mover]} ${t?"thinks":"is to move"} …`}function ts({state:e,events:t,ask:n,busy:s,hint:a,problem:o,pace:r,setPace:i,leave:d,save:p,replay:u,aside:f}){let m=e.seat,c=m===void 0,[_,w]=M(void 0),[g,k]=M(0),[$,y]=M(!1),[b,E]=M(!1),[K,J]=M(!1),z=Y(()=>({seats:e.names.map((h,T)=>T===m?"You":h),events:t}),[t,e]),v=Y(()=>{let{tables:h}=Le(z,c?X:m);return{...h.at(-1),toMove:e.mover}},[z]),D=!c&&v.moved?.seat===m?v.moved.card:void 0,U=Y(()=>Yn(e.hand,$),[e,$]),P=U.flatMap(h=>h.cards),C=e.choices??[],de=C.filter(h=>!h.plays),B=h=>C.filter(T=>T.plays&&T.card===P[h]),O=P.findIndex(h=>C.some(T=>T.plays&&T.card===h))>=0,x=()=>{let h=ae=>B(ae).length>0,T=P.lastIndexOf(D);return T>=0&&h(T)?T:P.findLastIndex((ae,Pe)=>h(Pe))},j=O?_!==void 0&&_<P.length?_:x():void 0,N=[...j===void 0?[]:B(j),...de],F=Math.min(g,Math.max(0,N.length-1));Z(()=>{w(void 0),k(0)},[e]);let V=e.mover===void 0,ee=h=>!s&&e.turn&&n({do:"play",action:h}),te=()=>!s&&V&&n({do:"next"}),S=()=>V?te():N[F]&&ee(N[F].action),pe=h=>{w(h),k(0)},Rt=h=>O&&pe((j+h+P.length)%P.length),Ht=()=>!s&&e.turn&&n({do:"hint"}),Dt=()=>!s&&e.can_undo&&n({do:"undo"});Xe(!s&&!V&&!e.turn&&!b&&!o,r,()=>n({do:"advance"}));let nt=c?{" ":()=>E(!b),ArrowRight:()=>b&&!s&&!V&&n({do:"advance"}),n:te}:{ArrowLeft:()=>Rt(-1),ArrowRight:()=>Rt(1),h:Ht,u:Dt,s:()=>y(!$),n:te};Object.assign(nt,{ArrowUp:()=>k(Math.max(0,F-1)),ArrowDown:()=>k(Math.min(N.length-1,F+1)),"?":()=>J(!K)});for(let h=1;h<=Math.min(9,N.length);h++)nt[h]=()=>ee(N[h-1].action);Qe(nt),I(()=>{let h=T=>{if(T.key!=="Enter"||T.defaultPrevented||T.altKey||T.ctrlKey||T.metaKey||T.repeat)return;let ae=T.target.closest?.("a, button, input, select, summary, textarea");ae&&!ae.classList.contains("pick")||(T.preventDefault(),S())};return document.addEventListener("keydown",h),()=>document.removeEventListener("keydown",h)});let Ut=q(null);I(()=>{let h=ae=>{let Pe=ae.target.closest('[data-place="stock"], [data-place="pile"]')?.dataset.place,zt=Pe&&C.find(Wt=>Wt.type==="draw"&&Wt.source===Pe);zt&&ee(zt.action)},T=Ut.current;return T.addEventListener("click",h),()=>T.removeEventListener("click",h)});let ss=e.hand&&`${e.hand.points} ${e.hand.distance===void 0?"deadwood":"points"}${e.hand.distance===void 0?"":`, MinDist ${e.hand.distance}`}`,os=c||V?void 0:l`<section class=${A("seat own",e.turn&&"moving")} aria-label=${`Seat ${m}, you`} data-place=${`seat-${m}`}>
    <header>
      <h2><span class="number">${m}</span> <span class="name">You</span></h2>
      ${e.turn&&l`<span class="badge move">to move</span>`}
      ${v.seats[m].status&&l`<span class="badge">${v.seats[m].status}</span>`}
      <span class="facts"><span>${ss}</span>${v.scores&&l`<span>score ${v.scores[m]}</span>`}</span>
    </header>
    <${Gn} groups=${U} wild=${v.wild} at=${j} drawn=${D} turn=${e.turn&&O} choose=${pe} play=${()=>N[0]?.plays&&ee(N[0].action)} />
    ${v.seats[m].melds.length>0&&l`<p class="laid">On the table: ${v.seats[m].melds.map(h=>l`<${ue} event=${{type:"meld",cards:h}} /> `)}</p>`}
  </section>`,as=t.length>0?t.slice(-2).map(h=>h.seat===void 0?Q(h):`${es(e.names,h.seat,m)}: ${Q(h).replace(/^Seat \d+ /,"")}`).join(". "):"";return l`
    <header class="top">
      <div><h1>${e.title}</h1><p class="players">game ${e.number+1}, rules ${e.rules}${e.practice?", practice":""}</p></div>
      <${W} label="Agents move" value=${r} options=${Gs} choose=${h=>i(Number(h))} />
      ${f}
      <button type="button" onClick=${d}>New table</button>
    </header>
    <main ref=${Ut} aria-busy=${s} class=${A("playing",e.turn&&C.some(h=>h.type==="draw")&&"drawing")}>
      <${Ge} table=${v} viewer=${c?X:m} animate=${r>0} own=${os} />
      <div class="player moves" role="group" aria-label="Moves">
        <p class="say">${o?l`<span role="alert">${o}</span>`:Zn(e,s)}</p>
        <div class="buttons">
          ${N.map((h,T)=>l`<button key=${h.action} type="button" class=${A("choose",T===F&&"main")} disabled=${s} onClick=${()=>ee(h.action)}>
            <span class="digit" aria-hidden="true">${T+1}</span> ${Qs(h.text)}</button>`)}
          ${V&&l`<button type="button" class="main" disabled=${s} onClick=${te}>Next game</button><button type="button" onClick=${()=>u(!0)}>Review</button>
            <button type="button" onClick=${()=>u(!1)}>Look at the game</button>`}
          ${c&&!V&&l`<button type="button" onClick=${()=>E(!b)}>${b?"Go on":"Pause"}</button>
            ${b&&l`<button type="button" disabled=${s} onClick=${()=>n({do:"advance"})}>Next move</button>`}
            <button type="button" disabled=${s} onClick=${()=>n({do:"advance",moves:1e6})}>To the end</button>`}
          ${o&&!e.turn&&!V&&l`<button type="button" onClick=${()=>n({do:"advance"})}>Try again</button>`}
        </div>
        <div class="buttons tools">
          ${!c&&!V&&l`<button type="button" disabled=${s||!e.turn} onClick=${Ht}>Hint</button>
            ${e.practice&&l`<button type="button" disabled=${s||!e.can_undo} onClick=${Dt}>Take back</button>`}
            <button type="button" onClick=${()=>y(!$)}>${$?"By melds":"By suit"}</button>`}
          <button type="button" onClick=${p}>Save records</button>
          <button type="button" aria-expanded=${K} onClick=${()=>J(!K)}>Keys</button>
        </div>
        ${K&&l`<dl class="keys">${(c?eo:Zs).map(([h,T])=>l`<div key=${h}><dt>${h}</dt><dd>${T}</dd></div>`)}</dl>`}
      </div>
    </main>
    <aside>
      ${a&&l`<${Xn} hint=${a} play=${ee} text=${h=>C.find(T=>T.action===h)?.text??""} />`}
      <${Qn} players=${e.players} results=${e.results} />
      <${Xs} events=${t} names=${e.names} you=${m} />
    </aside>
    <p class="unseen" aria-live="polite">${as}. ${Zn(e,!1)}</p>`}var Zs=[["← →","choose a card"],["↑ ↓","choose a move"],["Enter, 1 to 9","make it; the next game"],["h","hint"],["u","take back, in practice"],["s","by suit, by melds"],["?","keys"]],eo=[["Space","pause, go on"],["→","next move, in a pause"],["Enter, n","next game"]];var we={get(e,t){try{return JSON.parse(localStorage.getItem(`rummygym-${e}`))??t}catch{return t}},set(e,t){try{localStorage.setItem(`rummygym-${e}`,JSON.stringify(t))}catch{}}};function to(e,t){let n=document.createElement("a");n.href=URL.createObjectURL(new Blob([t],{type:"application/x-ndjson"})),n.download=e,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}function no({engine:e,openEngine:t,catalog:n,native:s,more:a,lost:o}){let[r,i]=M(()=>({...we.get("table",{}),native:s})),[d,p]=M(()=>we.get("pace",700)),[u,f]=M(null),[m,c]=M([]),[_,w]=M(null),[g,k]=M(!1),[$,y]=M(""),[b,E]=M(null),[K,J]=M(()=>we.get("records","")),z=async O=>{k(!0),y("");try{let x=await e(O);if(x.state){let j=x.state;if(f(j),c(N=>[...N.slice(0,j.from),...j.events]),w(null),j.seat!==void 0&&(j.turn||j.mover===void 0)){let{records:N}=await e({do:"records"});we.set("records",N),J(N)}}return x.hint&&w(x.hint),x}catch(x){y(x.message);return}finally{k(!1)}},v=O=>n.games.find(x=>x.name===O)?.passes,D=(O,x,j)=>{try{Nt(x),E({title:O,record:x,atOnce:j}),history.replaceState(null,"",location.pathname+location.search)}catch(N){y(N.message)}},U=async O=>{let x;try{x=wt(O)}catch(F){y(F.message);return}let j=x.at(-1);if(j.events.at(-1)?.type!=="end"&&j.view===void 0&&await z({do:"resume",records:O}))return;let N=n.games.find(F=>F.name===j.game)?.title??j.game;D(N,j)},P=async()=>(await z({do:"records"}))?.records,C=O=>{let x={...r,...O};i(x),we.set("table",x)};Z(()=>we.set("pace",d),[d]);let de=l`<${tt} />`;if(o)return l`<main class="message"><p role="alert">${o} Reload the page to begin again.</p></main>`;if(b){let O=()=>{E(null),history.replaceState(null,"",location.pathname+location.search)},{record:x,atOnce:j}=b,N=x.view===void 0&&l`<${qn} ...${{record:x,atOnce:j}} open=${t} done=${F=>E({...b,review:F})} />`;return l`<${At} data=${{...b,passes:v(x.game)}} aside=${l`<button type="button" onClick=${O}>Back</button>`} ...${{reviewing:N}} />`}if(u)return Ve(v(u.game)),l`<${Te} /><${ts}
      ...${{state:u,events:m,ask:z,busy:g,hint:_,problem:$,pace:d,setPace:p,aside:de}}
      leave=${()=>{f(null),c([]),e({do:"leave"})}}
      save=${async()=>{let O=await P();O&&to("rummygym.jsonl",O)}}
      replay=${async O=>{let x=await P();x&&D(u.title,wt(x).at(-1),O)}}
    />`;let B=K&&(()=>z({do:"resume",records:K,practice:r.practice}));return l`<${Te} />
    <header class="top"><div><h1>rummygym</h1><p class="players">Play ${n.games.map(O=>O.title).join(" and ")} with agents</p></div>${de}</header>
    <main class="begin-page">
      ${$&&l`<p class="problem" role="alert">${$}</p>`}
      <${Vn} ...${{catalog:n,picked:r,pick:C,open:U,goOn:B,busy:g}} start=${z} />
      ${a?.(D)}
    </main>`}async function ns(e,t){let n=e.dataset.engine==="stream",s=()=>{};try{let{ask:a}=await(n?yt(i=>s(`${i.message}.`)):gt()),{catalog:o}=await a({do:"catalog"}),r=n?yt:gt;s=i=>ze(l`<${no} engine=${a} ...${{openEngine:r,catalog:o,native:n,more:t,lost:i}} />`,e),e.textContent="",s()}catch(a){e.textContent=`The page cannot start: ${a.message}`}}ns(document.getElementById("page"));})();
