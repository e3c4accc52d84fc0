(()=>{var E,Kt,ss,te,tt,Ne,Jt,Ae,Ft,st,nt,os,we=Symbol.for("pv"),Be={},Re=[],as=/^m(i|n|o|s|text|space)$/,ot=Array.isArray,at=Re.slice,ie=Object.assign;function re(e){e&&e.parentNode&&e.remove()}function He(e,t,n){var s,a,o,r={},i=arguments.length;for(o in t)o=="key"?s=t[o]:o=="ref"&&typeof e!="function"?a=t[o]:r[o]=t[o];return i>2&&(r.children=i>3?at.call(arguments,2):n),ye(e,r,s,a,null)}function ye(e,t,n,s,a){var o={type:e,props:t,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:we,__v:a||++Kt,__i:-1,__u:0};return!a&&E.vnode&&E.vnode(o),o}function De(e){return e.children}function de(e,t){this.props=e,this.context=t,this.__g=0}function ne(e,t){if(t==null)return e.__&&ne(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:ne(e)}function rs(e){var t,n=e.__v,s=n.__e,a=[],o=[],r=e.__P;r&&((t=ie({constructor:we},n)).__v=n.__v+1,E.vnode&&E.vnode(t),rt(r,t,n,e.__n,r.namespaceURI,32&n.__u?[s]:null,a,s||ne(n),32&n.__u,o),t.__v=n.__v,t.__.__k[t.__i]=t,Xt(a,t,o),n.__=n.__e=null,t.__e!=s&&qt(t))}function qt(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),qt(e)}function Wt(e){(8&e.__g||(e.__g|=8,te.push(e),Ne++))&&tt==E.debounceRendering||((tt=E.debounceRendering)||queueMicrotask)(Vt)}function Vt(){try{for(var e,t=1;te.length;)te.length>t&&te.sort(Jt),e=te.shift(),t=te.length,8&e.__g&&rs(e)}finally{(Ne=te.length)&&(tt||queueMicrotask)(Vt)}}function Yt(e,t,n,s,a,o,r,i,d,p,u){var f,m,c,_,b,w,y=s.__k||Re,h=t.length;for(d=is(n,t,y,d,h),f=0;f<h;f++)(c=n.__k[f])!=null&&(m=~c.__i&&y[c.__i]||Be,c.__i=f,w=rt(e,c,m,a,o,r,i,d,p,u),_=c.__e,(m.ref!=c.ref||8&m.__u)&&(m.ref&&it(m.ref,null,c,m),c.ref&&u.push(c.ref,c.__c||_,c)),b=b||_,4&c.__u?(d=Gt(c,d,e,!m.__v),m.__e&&(m.__e=null)):typeof c.type=="function"&&w!==void 0?d=w:_&&(d=_.nextSibling),c.__u&=-21);return n.__e=b,d}function is(e,t,n,s,a){var o,r,i,d,p,u,f,m,c,_=n.length,b=_,w=0,y=0,h=e.__k=Array(a);for(o=0;o<a;o++)(r=t[o])!=null&&typeof r!="boolean"&&typeof r!="function"?(typeof r!="object"||r.constructor===String?r=h[o]=ye(null,r):ot(r)?r=h[o]=ye(De,{children:r}):r.constructor===we&&r.__b?r=h[o]=ye(r.type,r.props,r.key,r.ref,r.__v):h[o]=r,d=o+w,r.__=e,r.__b=e.__b+1,i=null,~(p=r.__i=cs(r,n,d,b))&&(b--,(i=n[p])&&(i.__u|=2)),i&&i.__v?(r.__u|=16,p==d-1?w--:p==d+1?w++:p!=d&&(p>d?w--:w++,y=1)):(~p||(a>_?w--:a<_&&w++),typeof r.type!="function"&&(r.__u|=4))):h[o]=null;if(y){for(u=[],f=[],o=0;o<a;o++)if((r=h[o])&&16&r.__u){for(w=0,m=u.length;w<m;)u[c=w+m>>1]<r.__i?w=c+1:m=c;u[w]=r.__i,f[o]=w+1}for(w=u.length;o--;)f[o]&&(f[o]==w?w--:h[o].__u|=4)}if(b)for(o=0;o<_;o++)!(i=n[o])||2&i.__u||(i.__e==s&&(s=ne(i)),ct(i,i));return s}function Gt(e,t,n,s){var a,o,r,i;if(typeof e.type=="function"){if(e.props.__P)return t;if(a=e.__k)for(o=0;o<a.length;o++)a[o]&&(a[o].__=e,t=Gt(a[o],t,n,!1));return t}for(t&&!t.parentNode&&(t=ne(e))&&!t.parentNode&&(t=null),r=e.__e,i=t;i&&i.nodeType==8;)i=i.nextSibling;for(r!=i&&(!s&&n.moveBefore&&r.parentNode?n.moveBefore(r,t):n.insertBefore(r,t||null)),t=r;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function cs(e,t,n,s){var a,o=e.key,r=e.type,i=t[n],d=i&&!(2&i.__u);if(i===null&&o==null||d&&o==i.key&&r==i.type)return n;if(s>(d?1:0)){for(a=n-1;a>=0;a--)if((i=t[a])&&!(2&i.__u)&&o==i.key&&r==i.type)return a;for(a=n+1;a<t.length;a++)if((i=t[a])&&!(2&i.__u)&&o==i.key&&r==i.type)return a}return-1}function It(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function Pe(e,t,n,s,a){var o,r;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof s=="string"&&(e.style.cssText=s=""),s)for(t in s)n&&t in n||It(e.style,t);if(n)for(t in n)s&&n[t]==s[t]||It(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof s!="function"&&(s=null),(e.__e||(e.__e={}))[t]=n,n&&s||(r=nt[t]||(nt[t]=ls(t)),(e.__a||(e.__a={}))[t]=st,o=t!=(t=t.replace(Ft,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,r,o):e.removeEventListener(t,r,o));else{if(a=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function ls(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[Ae]==null)t[Ae]=st++;else if(t[Ae]<this.__a[e])return;return n(E.event?E.event(t):t)}}}function rt(e,t,n,s,a,o,r,i,d,p){var u,f,m,c,_,b,w,y,h,x,$,K,J,q,g,A,B,D,T=t.type;if(t.constructor!==we)return null;128&n.__u&&(d=32&n.__u,u=n.__c.__z)&&(t.__u|=d,f=o=[],u.nodeType==8?i=je(u,o):o.push(u),i=o[0]||i),(u=E.__b)&&u(t);e:if(typeof T=="function"){m=r.length;try{if(y=t.props,h=(u=T.prototype)&&u.render,x=(u=T.contextType)&&s[u.__c],$=u?x?x.props.value:u.__:s,(c=n.__c)?(t.__c=c,2&c.__g&&(c.__g|=1)):(h?t.__c=c=new T(y,$):(t.__c=c=new de(y,$),c.constructor=T,c.render=ds),x&&x.sub(c),c.state||(c.state={}),c.__n=s,c.__g|=8,c.__h=[],c.__k=[]),h&&(c.__s||(c.__s=c.state),T.getDerivedStateFromProps&&(c.__s==c.state&&(c.__s=ie({},c.__s)),ie(c.__s,T.getDerivedStateFromProps(y,c.__s)))),_=c.props,b=c.state,c.__v=t,n.__c){if(y!==_&&h&&!T.getDerivedStateFromProps&&c.componentWillReceiveProps&&c.componentWillReceiveProps(y,$),t.__v==n.__v&&!(8&c.__g)||!(4&c.__g)&&c.shouldComponentUpdate&&c.shouldComponentUpdate(y,c.__s,$)===!1){t.__v!=n.__v&&(c.props=y,c.state=c.__s,c.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(L){L&&(L.__=t)}),Re.push.apply(c.__h,c.__k),c.__k=[],c.__h.length&&r.push(c),i=ne(n);break e}c.componentWillUpdate&&c.componentWillUpdate(y,c.__s,$),h&&c.componentDidUpdate&&c.__h.push(function(){c.componentDidUpdate(_,b,w)})}else h&&!T.getDerivedStateFromProps&&c.componentWillMount&&c.componentWillMount(),h&&c.componentDidMount&&c.__h.push(c.componentDidMount);c.context=$,c.props=y,c.__P=e,c.__g&=-5,K=E.__r,J=h?25:0;do c.__g&=-9,K&&K(t),u=c.render(c.props,c.state=c.__s,c.context);while(8&c.__g&&++J<25);h&&(Re.push.apply(c.__h,c.__k),c.__k=[]),c.state=c.__s,c.getChildContext&&(s=ie({},s,c.getChildContext())),h&&n.__c&&c.getSnapshotBeforeUpdate&&(w=c.getSnapshotBeforeUpdate(_,b)),q=u&&u.type===De&&u.key==null?u.props.children:u,y.__P&&(u=i,a=(e=y.__P).namespaceURI,d=o=null,n.props&&n.props.__P!=e&&(n.__k.some(function(L){L&&ct(L,L)}),n.__k=null),i=n.__k?ne(n,0):null),i=Yt(e,ot(q)?q:[q],t,n,s,a,o,r,i,d,p),y.__P&&(t.__e=null,i=u),t.__u&=-161,f&&f.some(re),c.__h.length&&r.push(c),1&c.__g&&(c.__g&=-4)}catch(L){if(r.length=m,t.__v=null,d||o)if(L&&L.then){if(t.__u|=128|d,o){for(~(B=o.indexOf(i||void 0))||(B=o.length);(D=o[B-1])&&D.nodeType==8;)B--;for(;B<o.length;B++)if(D=o[B])if(o[B]=null,g){if(D==A)break}else{if(D.nodeType!=8)break;D.data.startsWith("$s")&&(A=je(g=D))}}if(!g){for(;i&&i.nodeType==8&&i.nextSibling;)i=i.nextSibling;g=i}(u=je(g=t.__c.__z||(t.__c.__z=g)))?(t.__e=g,i=u):t.__e=i,i=i&&i.nextSibling}else o&&o.some(re);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),L&&L.then||Qt(t),E.__e(L,t,n)}}else i=t.__e=us(n.__e,t,n,s,a,o,r,d,p,e);return(u=E.diffed)&&u(t),i}function je(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function Qt(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(Qt))}function Xt(e,t,n){for(var s=0;s<n.length;)it(n[s++],n[s++],n[s++]);E.__c&&E.__c(t,e),e.some(function(a){try{e=a.__h,a.__h=[],e.some(function(o){o.call(a)})}catch(o){E.__e(o,a.__v)}})}function us(e,t,n,s,a,o,r,i,d,p){var u,f,m,c,_,b,w,y,h=n.props||Be,x=t.props,$=t.type;if($=="svg"?a="http://www.w3.org/2000/svg":$=="math"?a="http://www.w3.org/1998/Math/MathML":a||(a="http://www.w3.org/1999/xhtml"),o){for(u=0;u<o.length;u++)if((_=o[u])&&($?_.localName==$:_.nodeType==3)){e=_,o[u]=null;break}}if(!e){if(y=p.ownerDocument||document,!$)return y.createTextNode(x);e=y.createElementNS(a,$,x.is?x:p),i&&(E.__m&&E.__m(t,o),i=!1),o=null}if($){if(p=$=="template"&&e.content||e,o=$=="textarea"&&x.defaultValue!=null?null:o&&at.call(p.childNodes),!i&&o)for(h={},u=0;u<e.attributes.length;u++)h[(_=e.attributes[u]).name]=_.value;for(u in h)_=h[u],u=="dangerouslySetInnerHTML"?m=_:u=="children"||u in x||u=="value"&&"defaultValue"in x||u=="checked"&&"defaultChecked"in x||Pe(e,u,null,_,a);for(u in x)_=x[u],u=="children"?c=_:u=="dangerouslySetInnerHTML"?f=_:u=="value"?b=_:u=="checked"?w=_:i&&typeof _!="function"||h[u]===_||Pe(e,u,_,h[u],a);f?(i||m&&(f.__html==m.__html||f.__html==e.innerHTML)||(e.innerHTML=f.__html),t.__k=[]):(m&&(e.textContent=""),($=="foreignObject"||a=="http://www.w3.org/1998/Math/MathML"&&as.test($))&&(a="http://www.w3.org/1999/xhtml"),Yt(p,ot(c)?c:[c],t,n,s,a,o,r,o?o[0]:n.__k&&ne(n,0),i,d),o&&o.some(re)),i&&$!="textarea"||(u="value",$=="progress"&&b==null?e.removeAttribute(u):b==null||b===e[u]&&($!="progress"||b)||Pe(e,u,b,h[u],a),u="checked",w!=null&&w!=e[u]&&Pe(e,u,w,h[u],a))}else h===x||i&&e.data==x||(e.data=x);return e}function it(e,t,n,s){try{typeof e=="function"?t?t.__x=e(t)||1:s&&(s=s.__c||s.__e)&&(t=s.__x)&&(s.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(a){E.__e(a,n)}}function ct(e,t,n){var s,a,o,r;if(E.unmount&&E.unmount(e),!(s=e.ref)||s.current&&s.current!=e.__e||it(s,null,t,e),s=e.__c){if(s.componentWillUnmount)try{s.componentWillUnmount()}catch(i){E.__e(i,t)}s.__P=s.__n=null}if(s=e.__k)for(r=0;r<s.length;r++)s[r]&&ct(s[r],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(s=e.__c)&&(s=s.__z)&&(a=je(s,o=[]))&&(s==e.__e&&o.some(re),re(a),re(s)),n||re(e.__e),e.__e=e.__c=e.__=null}function ds(e,t,n){return this.constructor(e,n)}function Ue(e,t){var n,s,a,o;E.__&&E.__(e,t),t.nodeType==9&&(t=t.documentElement),s=(n=e&&32&e.__u)?null:t.__k,t.__k=ye(De,{children:[e]}),a=[],o=[],rt(t,t.__k,s||Be,Be,t.namespaceURI,s?null:t.firstChild?at.call(t.childNodes):null,a,s?s.__e:t.firstChild,n,o),Xt(a,t.__k,o),t.__k.props.children=null}E={__e:function(e,t,n,s){for(var a,o,r;t=t.__;)if((a=t.__c)&&!(1&a.__g)){a.__g|=4;try{if((r=(o=a.constructor)&&o.getDerivedStateFromError)&&a.setState(o.getDerivedStateFromError(e)),a.componentDidCatch&&(a.componentDidCatch(e,s||{}),r=1),r&&8&a.__g)return void(a.__g|=2)}catch(i){e=i}}throw Ne=0,e}},Kt=0,ss=function(e){return e!=null&&e.constructor===we},de.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=ie({},this.state)),typeof e=="function"&&(e=e(ie({},n),this.props)),e&&(ie(n,e),this.__v&&(t&&this.__k.push(t),Wt(this)))},de.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),Wt(this))},de.prototype.render=De,te=[],Ne=0,Jt=function(e,t){return e.__v.__b-t.__v.__b},Ae=Symbol(),Ft=/(PointerCapture)$|Capture$/i,st=0,nt={},os=0;var pe,H,lt,Zt,ut=Object.is,ze=0,ln=[],dt=[],N=E,en=N.__b,tn=N.__r,nn=N.diffed,sn=N.__c,on=N.unmount,an=N.__;function We(e,t){N.__h&&N.__h(H,e,ze||t),ze=0;var n=H.__H||(H.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function C(e){return ze=1,ps(un,e)}function ps(e,t,n){var s=We(pe++,2);if(s.t=e,!s.__c&&(s.__=[n?n(t):un(void 0,t),function(o){var r=(s.__N||s.__)[0],i=s.t(r,o);ut(r,i)||(s.__N=[i,s.__[1]],s.__c.setState({}))}],s.__c=H,!H.__f)){H.__f=!0;var a=H.shouldComponentUpdate;H.shouldComponentUpdate=function(o,r,i){var d=this.__H;if(!d)return!0;var p=!1,u=this.props!=o;if(d.__.some(function(m){m.__N&&(p=!0,ut(m.__[0],m.__N[0])||(u=!0))}),a){var f=a.call(this,o,r,i);return p?f||u:f}return!p||u}}return s.__}function ee(e,t){var n=We(pe++,3);!N.__s&&ft(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,H.__H.__h.push(n))}function I(e,t){var n=We(pe++,4);!N.__s&&ft(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,H.__h.push(n))}function F(e){return ze=5,Y(function(){return{current:e}},[])}function Y(e,t){var n=We(pe++,7);return ft(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function fs(){var e;do{for(;e=dt.shift();)try{be(e)}catch(n){N.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=ln.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(be),t.__h.some(pt),t.__h=[]}catch(n){t.__h=[],N.__e(n,e.__v)}}}while(dt.length)}N.__b=function(e){H=null,en&&en(e)},N.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),an&&an(e,t)},N.__r=function(e){tn&&tn(e),pe=0;var t=(H=e.__c).__H;t&&(lt==H?H.__h=[]:(t.__h.some(be),t.__h.some(pt),pe=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),lt=H},N.diffed=function(e){nn&&nn(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&cn(ln.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),lt=H=null},N.__c=function(e,t){t.some(function(n){try{n.__h.some(be),n.__h=n.__h.filter(function(s){return!s.__||pt(s)})}catch(s){n.__h=[function(){throw s}]}}),sn&&sn(e,t)},N.unmount=function(e){on&&on(e);var t,n,s=e.__c;s&&s.__H&&(s.__H.__.some(function(a){try{if(a.__P&&a.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}a.__P=n,cn(dt.push(a))}else be(a)}catch(o){t=o}}),s.__H=void 0,t&&N.__e(t,s.__v))};var rn=typeof requestAnimationFrame=="function";function ms(e){var t,n=function(){clearTimeout(s),rn&&cancelAnimationFrame(t),setTimeout(e)},s=setTimeout(n,35);rn&&(t=requestAnimationFrame(n))}function cn(e){e!=1&&Zt==N.requestAnimationFrame||((Zt=N.requestAnimationFrame)||ms)(fs)}function be(e){var t=H,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),H=t}function pt(e){var t=H;e.__c=e.__(),H=t}function ft(e,t){return!e||e.length!=t.length||t.some(function(n,s){return!ut(n,e[s])})}function un(e,t){return typeof t=="function"?t(e):t}var _s={C:"clubs",D:"diamonds",H:"hearts",S:"spades"},hs="A23456789TJQK",$s={A:"ace",T:"10",J:"jack",Q:"queen",K:"king"},ke=e=>e==="JK"?"":e[0],Q=e=>e==="JK"?"":e[1],mt=e=>e==="T"?"10":e,_t=e=>$s[e]??e;function xe(e){return e===null?"hidden card":e==="JK"?"printed joker":`${_t(ke(e))} of ${_s[Q(e)]}`}var Ie=e=>e.map(xe).join(", "),Ke=(e,t)=>e!==null&&(e==="JK"||e[0]===t),dn=e=>e===null?[9,99]:e==="JK"?[8,0]:["SHCD".indexOf(Q(e)),hs.indexOf(ke(e))];function Se(e,t){return[...e].sort((n,s)=>{let[a,o]=dn(n),[r,i]=dn(s);return t&&a<8&&r<8?o-i||a-r:a-r||o-i})}function fe(e,t){let n=[...e];for(let s of t){let a=n.indexOf(s);a<0&&(a=n.lastIndexOf(null)),a>=0&&n.splice(a,1)}return n}var pn=(e,t)=>e.length===t.length&&fe(e,t).length===0;var mn=function(e,t,n,s){var a;t[0]=0;for(var o=1;o<t.length;o++){var r=t[o++],i=t[o]?(t[0]|=r?1:2,n[t[o++]]):t[++o];r===3?s[0]=i:r===4?s[1]=Object.assign(s[1]||{},i):r===5?(s[1]=s[1]||{})[t[++o]]=i:r===6?s[1][t[++o]]+=i+"":r?(a=e.apply(i,mn(e,i,n,["",null])),s.push(a),i[0]?t[0]|=2:(t[o-2]=0,t[o]=a)):s.push(i)}return s},fn=new Map;function _n(e){var t=fn.get(this);return t||(t=new Map,fn.set(this,t)),(t=mn(this,t.get(e)||(t.set(e,t=(function(n){for(var s,a,o=1,r="",i="",d=[0],p=function(m){o===1&&(m||(r=r.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?d.push(0,m,r):o===3&&(m||r)?(d.push(3,m,r),o=2):o===2&&r==="..."&&m?d.push(4,m,0):o===2&&r&&!m?d.push(5,0,!0,r):o>=5&&((r||!m&&o===5)&&(d.push(o,0,r,a),o=6),m&&(d.push(o,m,0,a),o=6)),r=""},u=0;u<n.length;u++){u&&(o===1&&p(),p(u));for(var f=0;f<n[u].length;f++)s=n[u][f],o===1?s==="<"?(p(),d=[d],o=3):r+=s:o===4?r==="--"&&s===">"?(o=1,r=""):r=s+r[0]:i?s===i?i="":r+=s:s==='"'||s==="'"?i=s:s===">"?(p(),o=1):o&&(s==="="?(o=5,a=r,r=""):s==="/"&&(o<5||n[u][f+1]===">")?(p(),o===3&&(d=d[0]),o=d,(d=d[0]).push(2,0,o),o=0):s===" "||s==="	"||s===`
`||s==="\r"?(p(),o=2):r+=s),o===3&&r==="!--"&&(o=4,d=d[0])}return p(),d})(e)),t),arguments,[])).length>1?t:t[0]}var l=_n.bind(He),P=(...e)=>e.filter(Boolean).join(" ");var ht={C:"M10 1a4.1 4.1 0 0 1 3.3 6.5 4.1 4.1 0 1 1-2.2 6.4c.1 2 .8 3.9 2.4 5.1h-7c1.6-1.2 2.3-3.1 2.4-5.1a4.1 4.1 0 1 1-2.2-6.4A4.1 4.1 0 0 1 10 1z",D:"M10 .6Q13.2 6 17.6 10 13.2 14 10 19.4 6.8 14 2.4 10 6.8 6 10 .6z",H:"M10 18.6C4.4 13.6.8 10.6.8 6.5A4.7 4.7 0 0 1 10 4.6a4.7 4.7 0 0 1 9.2 1.9c0 4.1-3.6 7.1-9.2 12.1z",S:"M10 .8c3 4.3 8.6 7.2 8.6 11.5a4.1 4.1 0 0 1-7.5 2.3c.1 1.9.9 3.3 2.3 4.4H6.6c1.4-1.1 2.2-2.5 2.3-4.4a4.1 4.1 0 0 1-7.5-2.3C1.4 8 7 5.1 10 .8z",star:"M10 .8l2.8 6 6.4.8-4.7 4.5 1.2 6.5L10 15.4l-5.7 3.2 1.2-6.5L.8 7.6l6.4-.8z",J:"M3 17h14v2.3H3zM3.5 15.5V8.5L8 11l2-8.5 2 8.5 4.5-2.5v7z",Q:"M3 17h14v2.3H3zM3.3 15.5L1.5 7.2a1.5 1.5 0 1 1 1.3-.3L6 10l1-5.6a1.6 1.6 0 1 1 1.6 0L10 9l1.4-4.6a1.6 1.6 0 1 1 1.6 0L14 10l3.2-3.1a1.5 1.5 0 1 1 1.3.3l-1.8 8.3z",K:"M2.5 17h15v2.3h-15zM2.8 15.5L1 5.5l5.2 4.2L9.2 4.5V3.2H7.8V1.7h1.4V.4h1.6v1.3h1.4v1.5h-1.4v1.3l3 5.2L19 5.5l-1.8 10z"};function vs(e,t,n,s,a){let o=[];for(let r=e+t+a;r<n+s;r+=a){o.push(`M${Math.max(e,r-s)} ${Math.min(s,r-e)}L${Math.min(n,r-t)} ${Math.max(t,r-n)}`);let i=r-s-t;o.push(`M${Math.max(e,i+t)} ${Math.max(t,e-i)}L${Math.min(n,i+s)} ${Math.min(s,n-i)}`)}return o.join("").replace(/\d+\.\d+/g,r=>String(Number(Number(r).toFixed(1))))}var Ce=()=>l`<svg class="shapes" width="0" height="0" aria-hidden="true">
  ${Object.entries(ht).map(([e,t])=>l`<symbol id=${`shape-${e}`} viewBox="0 0 20 20"><path fill="currentColor" d=${t} /></symbol>`)}
  <symbol id="shape-back" viewBox="0 0 60 84"><rect x="5" y="5" width="50" height="74" rx="3" class="back-ground" /><path class="back-lines" d=${vs(7,7,53,77,9.2)} /></symbol>
</svg>`,ce=({of:e,x:t,y:n,size:s,name:a})=>l`<use href=${`#shape-${e}`} x=${t} y=${n} width=${s} height=${s} class=${a} />`;function me({card:e,wild:t,moved:n,label:s,hidden:a}){let o=Ke(e,t),r=e&&ke(e),i=e&&Q(e),d=s??xe(e)+(o&&e!=="JK"?", wild":"");return l`<svg
    class=${P("card",e?`suit-${i||"star"}`:"back",n&&"moved")}
    viewBox="0 0 60 84"
    role=${a?void 0:"img"}
    aria-label=${a?void 0:d}
    aria-hidden=${a?"true":void 0}
  >
    <rect class="paper" x=".75" y=".75" width="58.5" height="82.5" rx="6" />
    ${e===null&&ce({of:"back",x:0,y:0,size:"100%"})}
    ${e==="JK"&&l`<${ce} of="star" x="4" y="7" size="17" /><text class="joker" x="-78" y="17" transform="rotate(-90)">JOKER</text><${ce} of="star" x="24" y="26" size="30" />`}
    ${i&&l`<text class="rank" x="12.5" y="22" textLength=${r==="T"?19:void 0} lengthAdjust="spacingAndGlyphs">${mt(r)}</text>
      <${ce} of=${i} x="4.5" y="26" size="16" />
      ${ht[r]&&l`<${ce} of=${r} x="27" y="10" size="26" name="court" />`}
      <${ce} of=${i} x="25" y=${ht[r]?44:34} size="30" />
      ${o&&l`<${ce} of="star" x="5" y="48" size="15" name="wild" />`}`}
  </svg>`}var le=({card:e})=>e==="JK"?l`<span class="token suit-star">joker</span>`:l`<span class=${`token suit-${Q(e)}`}>${mt(ke(e))}<svg viewBox="0 0 20 20"><use href=${`#shape-${Q(e)}`} /></svg></span>`;function Je({cards:e,wild:t,moved:n,name:s,gaps:a}){let o={},r=n===void 0?-1:e.lastIndexOf(n),i=d=>d&&(d==="JK"?"":Q(d));return l`<ul class=${P("cards",s)}>
    ${e.map((d,p)=>(o[d]=(o[d]??0)+1,l`<li
        key=${`${d} ${o[d]}`}
        class=${P(a&&p>0&&i(d)!==i(e[p-1])&&"gap",p===r&&"lifted")}
        aria-hidden=${d===null?"true":void 0}
      ><${me} card=${d} wild=${t} moved=${p===r} /></li>`))}
  </ul>`}function hn({seat:e,wild:t,moved:n,byRank:s}){let a=o=>n&&o.includes(n.card)?n.card:void 0;return l`<div class="hand">
    ${e.cards.length>0&&l`<${Je} cards=${Se(e.cards,s)} wild=${t} moved=${a(e.cards)} gaps=${!s} />`}
    ${e.melds.length>0&&l`<div class="melds">
      ${e.melds.map((o,r)=>{let i=o.filter(d=>e.laidOff.includes(d));return l`<${Je} key=${r} cards=${[...Se(fe(o,i)),...i]} wild=${t} moved=${a(i)} name="meld" />`})}
    </div>`}
  </div>`}var Fe=class{waiting=new Map;last=0;ask(t,n,s){let a=++this.last;return new Promise((o,r)=>{this.waiting.set(a,{resolve:o,reject:r,progress:n}),Promise.resolve(s(JSON.stringify({...t,id:a}))).catch(i=>this.fail(a,i))})}fail(t,n){this.waiting.get(t)?.reject(n),this.waiting.delete(t)}failAll(t){for(let n of[...this.waiting.keys()])this.fail(n,t)}take(t){let n=JSON.parse(t),{resolve:s,reject:a,progress:o}=this.waiting.get(n.id)??{};if(n.progress){o?.(n.progress);return}this.waiting.delete(n.id),n.error?a?.(new Error(n.error)):s?.(n)}};function $t(){let e=new Fe,t=new Worker("worker.js");return new Promise((n,s)=>{t.onmessage=({data:a})=>{if(a.failed){let o=new Error(a.failed);t.terminate(),s(o),e.failAll(o)}else a.ready?n({ask:(r,i)=>e.ask(r,i,d=>t.postMessage(d)),close:()=>t.terminate()}):e.take(a.answer)},t.onerror=a=>s(new Error(a.message||"worker.js cannot be loaded"))})}async function gs(){let e=await fetch("stream").catch(()=>{});if(e&&!e.ok)return(await e.text()).trim();e?.body.cancel()}function vt(e){let t=new Fe,n=new EventSource("stream"),s=!1;return new Promise((a,o)=>{n.addEventListener("table",({data:r})=>{s=!0;let i=async d=>{let p=await fetch(`ask?table=${r}`,{method:"POST",body:d,headers:{"Content-Type":"application/json"}});if(!p.ok)throw new Error(`${p.status}: ${(await p.text()).trim()}`)};a({ask:(d,p)=>t.ask(d,p,i),close:()=>n.close()})}),n.onmessage=({data:r})=>t.take(r),n.onerror=async()=>{n.close();let r=new Error(!s&&await gs()||"the program has ended, or the connection was lost");o(r),t.failAll(r),e?.(r)}})}var $n=({events:e,...t})=>[t,...e].map(n=>`${JSON.stringify(n)}
`).join("");function gt(e){let t=[];if(e.split(`
`).forEach((n,s)=>{if(!n.trim())return;let a;try{a=JSON.parse(n)}catch{throw new Error(`line ${s+1} is not JSON: want a file of records as JSON lines; rummygym record convert makes one of the text form`)}if(a?.type==="game")t.push({...a,events:[]});else if(a?.type!=="dataset"){if(!t.length)throw new Error(`line ${s+1}: want the header of a game first, {"type":"game",…}`);t.at(-1).events.push(a)}}),!t.length||!t.at(-1).events.length)throw new Error("the file has no game");return t}var Me=e=>e.replaceAll("-"," "),ys={"first-upcard":"passes the first upcard","knock-or-pass":"does not knock",wall:"does not knock","knocker-melds":"has no more melds","defender-melds":"has no more melds","lay-off":"has no more lay-offs"},ws=e=>e?[e]:"a card";function qe(e){switch(e.type){case"deal":return[e.hand?`hand ${e.hand} is dealt,`:"the cards are dealt,",...e.wildcard?["wild card",[e.wildcard],"and"]:[],"upcard",[e.upcard]];case"draw":return e.from==="pile"?["takes",e.card?[e.card]:"nothing: the limit of upcards ends the hand"]:["draws",ws(e.card)];case"discard":return["discards",[e.card]];case"declare":return[e.valid?"declares with":"declares wrongly with",[e.card]];case"drop":return["drops"];case"reshuffle":return["the pile becomes the stock, upcard",[e.upcard]];case"pass":return[ys[e.phase]??`passes (${Me(e.phase)})`];case"knock":return["knocks"];case"meld":return["melds",e.cards];case"lay-off":return["lays off",[e.card]];case"score":return[yt(e)];case"end":return[wt(e)]}return[e.type]}var bs={does:"do",has:"have",passes:"pass"};function vn(e){let[t,...n]=qe(e);return[t.replace(/^\w+/,s=>bs[s]??s.replace(/s$/,"")),...n]}var ks=e=>typeof e=="string"?e:Ie(e);function X(e){let t=qe(e).map(ks).join(" "),n=e.type==="draw"?` from the ${e.from}`:"";return e.seat!==void 0?`Seat ${e.seat} ${t}${n}`:t[0].toUpperCase()+t.slice(1)}function yt(e){let t=[e.hand?`hand ${e.hand}`:"score"];return e.ending&&(t[0]+=`: ${Me(e.ending)}`),e.winner!==void 0&&e.scored&&t.push(`seat ${e.winner} scores ${e.scored[e.winner]}`),e.points&&t.push(`points ${e.points.join(" – ")}`),e.scores&&t.push(`match ${e.scores.join(" – ")}`),t.join(", ")}var _e=e=>e>0?`+${e}`:e<0?`−${-e}`:"0";function wt(e){let t=e.winner===void 0?"no winner":`seat ${e.winner} wins`;return`${Me(e.ending)}: ${t}, gains ${e.gains.map(_e).join(" ")}`}var gn=e=>typeof e=="number"?`seat ${e}`:e,se=(e,t)=>e.toFixed(t).replace("-","−");var xs=e=>e[0].toUpperCase()+e.slice(1);function yn({table:e,number:t,own:n,byRank:s}){let a=e.seats[t],{moved:o,end:r,result:i}=e,d=a.cards.length,p=e.toMove===t,u=e.scores?.[t],f=i&&a.points,m=r?.gains[t];return l`<section
    class=${P("seat",n&&"own",p&&"moving",a.status==="dropped"&&"out")}
    aria-label=${`Seat ${t}, ${a.name}`}
    data-place=${`seat-${t}`}
  >
    <header>
      <h2><span class="number">${t}</span> <span class="name" title=${a.name}>${a.name}</span></h2>
      ${p&&l`<span class="badge move">to move</span>`}
      ${a.status&&l`<span class="badge">${a.status}</span>`}
      <span class="facts">
        ${m!==void 0&&l`<strong class="gain">${_e(m)}</strong>`}
        ${f!==void 0&&l`<span>${f} points</span>`}
        ${u!==void 0&&l`<span>score ${u}</span>`}
        ${!i&&!a.melds.length&&l`<span>${d} ${d===1?"card":"cards"}</span>`}
      </span>
    </header>
    <${hn} seat=${a} wild=${e.wild} moved=${o?.seat===t?o:void 0} byRank=${s} />
  </section>`}var Ss=7;function Cs({table:e}){let{pile:t,moved:n}=e,s=t.slice(-Ss);return l`<div class="centre">
    <figure data-place="stock">
      ${e.stock>0?l`<div class="stack"><${me} card=${null} label=${`Stock of ${e.stock} cards`} /></div>`:l`<div class="empty" />`}
      <figcaption>stock ${e.stock}</figcaption>
    </figure>
    <figure class="pile" data-place="pile">
      ${t.length>0?l`<${Je} cards=${s} wild=${e.wild} moved=${n&&n.seat===void 0?n.card:void 0} />`:l`<div class="empty" />`}
      <figcaption>discard pile ${t.length}</figcaption>
    </figure>
    ${e.wild&&l`<figure>
      ${e.wildcard&&l`<${me} card=${e.wildcard} wild=${e.wild} />`}
      <figcaption>wild: ${_t(e.wild)}</figcaption>
    </figure>`}
    ${e.next?.length>0&&l`<p class="next">next
      ${" "}<span role="img" aria-label=${`in the stock: ${Ie(e.next.slice(0,5))}`}>${e.next.slice(0,5).map(a=>l`<${le} card=${a} /> `)}</span>
    </p>`}
    <${Ms} table=${e} />
  </div>`}function Ms({table:e}){let{result:t,end:n}=e;return!t&&!n?null:l`<p class="result">${xs(n?wt(n):yt(t))}</p>`}function Ve({table:e,viewer:t,byRank:n,animate:s,own:a}){let o=F(null);I(()=>{let p=o.current.querySelector(".moved"),{from:u}=e.moved??{},f=p&&o.current.querySelector(`[data-place="${typeof u=="number"?`seat-${u}`:u}"] .card, [data-place="${u}"]`);if(!s||!f||matchMedia("(prefers-reduced-motion: reduce)").matches)return;let m=f.getBoundingClientRect(),c=p.getBoundingClientRect();p.animate([{transform:`translate(${m.x-c.x}px, ${m.y-c.y}px)`},{transform:"none"}],{duration:240,easing:"ease-out"})},[e]);let r=typeof t=="number"?t:0,i=e.seats.length,d=Array.from({length:i-1},(p,u)=>(r+1+u)%i);return l`<section class=${P("board",i>2&&"many")} aria-label="Table" ref=${o}>
    <div class="others">${d.map(p=>l`<${yn} key=${p} table=${e} number=${p} byRank=${n} />`)}</div>
    <${Cs} table=${e} />
    ${a??l`<${yn} table=${e} number=${r} own byRank=${n} />`}
  </section>`}var Ts={first:"M5 4v12M16 4L8 10l8 6z",back:"M14 4L6 10l8 6z",play:"M6 3l11 7-11 7z",pause:"M6 4v12M14 4v12",forward:"M6 4l8 6-8 6z",last:"M15 4v12M4 4l8 6-8 6z"},Te=({icon:e,label:t,keys:n,...s})=>l`<button type="button" class="icon" aria-label=${t} title=${n?`${t} (${n})`:t} ...${s}>
  <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${Ts[e]} /></svg>
</button>`,W=({label:e,value:t,options:n,choose:s})=>l`<label class="choice"><span>${e}</span>
  <select value=${t} onChange=${a=>s(a.currentTarget.value)}>
    ${n.map(([a,o])=>l`<option value=${a} selected=${String(a)===String(t)}>${o}</option>`)}
  </select></label>`,Es=[.5,1,2,4,8];function Ye(e){I(()=>{let t=n=>{if(n.defaultPrevented||n.altKey||n.ctrlKey||n.metaKey||n.target.closest?.("input, select, textarea")||n.key===" "&&n.target.closest?.("button, summary"))return;let s=e[n.key];s&&(n.preventDefault(),s())};return document.addEventListener("keydown",t),()=>document.removeEventListener("keydown",t)})}function Ge(e,t,n){I(()=>{if(!e)return;let s=setTimeout(n,t);return()=>clearTimeout(s)})}function wn({at:e,last:t,text:n,playing:s,speed:a,go:o,first:r,back:i,forward:d,end:p,toggle:u,setSpeed:f}){return l`<div class="player" role="group" aria-label="Move through the game">
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
      <${Te} icon="first" label="First event" keys="Home" onClick=${r} />
      <${Te} icon="back" label="Previous event" keys="←" onClick=${i} />
      <${Te} icon=${s?"pause":"play"} label=${s?"Pause":"Play"} keys="space" onClick=${u} />
      <${Te} icon="forward" label="Next event" keys="→" onClick=${d} />
      <${Te} icon="last" label="Last event" keys="End" onClick=${p} />
      <span class="count" aria-hidden="true">${e+1}/${t+1}</span>
      <${W} label="Speed" value=${a} options=${Es.map(m=>[m,`${m}×`])} choose=${m=>f(Number(m))} />
    </div>
  </div>`}var Qe=300,Xe=84;function Ls(e,t){let n=new Map;for(let s of e.decisions){let{seat:a}=t.events[s.event-1];s.made.win!==void 0&&n.set(a,[...n.get(a)??[],s])}return[...n].sort(([s],[a])=>s-a)}var bn=e=>`${Math.round(100*e)} %`;function kn({review:e,record:t,at:n,go:s}){let a=Ls(e,t);if(!a.length)return null;let o=p=>Qe*(p-1)/Math.max(1,t.events.length-1),r=p=>Xe*(1-p),i=p=>{let u=p.currentTarget.getBoundingClientRect(),f=(p.clientX-u.x)/u.width*Qe,m=c=>Math.abs(o(c.event)-f);s(e.decisions.reduce((c,_)=>m(_)<m(c)?_:c).event-1)},d=a.map(([p,u])=>`seat ${p} from ${bn(u[0].made.win)} to ${bn(u.at(-1).made.win)}, ${u.filter(f=>f.mistake).length} mistakes`);return l`<section class="curve" aria-label="Win chance">
    <h2>Win chance <span class="legend">${a.map(([p])=>l`<span key=${p} class=${`line-${p}`}><svg viewBox="0 0 24 4" aria-hidden="true"><path class="curve-line" d="M0 2H24" /></svg> seat ${p}</span>`)}</span></h2>
    <svg viewBox=${`0 0 ${Qe} ${Xe}`} preserveAspectRatio="none" role="img" aria-label=${`Win chance: ${d.join("; ")}`} onClick=${i}>
      <path class="curve-half" d=${`M0 ${Xe/2}H${Qe}`} />
      <path class="curve-now" d=${`M${o(n+1)} 0V${Xe}`} />
      ${a.map(([p,u])=>l`<g key=${p} class=${`line-${p}`}>
        <path class="curve-line" d=${`M${u.map(f=>`${o(f.event)} ${r(f.made.win)}`).join("L")}`} />
        ${u.map(f=>l`<path key=${f.event} class=${P("curve-dot",f.mistake&&"mistake")} d=${`M${o(f.event)} ${r(f.made.win)}h0`} />`)}
      </g>`)}
    </svg>
  </section>`}function xn({review:e,record:t,at:n,go:s}){let a=e.decisions.filter(o=>o.mistake);return l`<nav class="mistakes" aria-label="Mistakes">
    ${a.length?"Mistakes:":"No mistake beyond the noise."}
    ${a.map(o=>l`<button
      key=${o.event}
      type="button"
      aria-pressed=${o.event===n+1}
      aria-label=${`Mistake of seat ${t.events[o.event-1].seat}, event ${o.event}`}
      onClick=${()=>s(o.event-1)}
    ><span class="number">${t.events[o.event-1].seat}</span> ${o.event}</button>`)}
  </nav>`}function bt(e,t){let n=(e?.decisions??[]).filter(s=>s.mistake).map(s=>s.event-1);return n.find(s=>s>t)??n[0]}function Sn(e,t){return class extends de{shouldComponentUpdate(n){return!t(this.props,n)}render(n){return He(e,n)}}}var ue=({event:e,yours:t})=>(t?vn:qe)(e).map(n=>typeof n=="string"?`${n} `:n.map(s=>l`<${le} card=${s} /> `)),Os=Sn(({turn:e,events:t,at:n,costs:s,link:a,go:o})=>{let r=e.seat===void 0;return l`<li class=${P("turn",r&&"table")}>
    ${!r&&l`<span class="number-of">${e.number}</span><span class="number" title=${`seat ${e.seat}`}>${e.seat}</span>`}
    <span class="events-of">${e.events.map(i=>l`<a
      key=${i}
      href=${a(i)}
      class=${P("event",`is-${t[i].type}`,s?.has(i)&&"costly")}
      aria-label=${X(t[i])}
      aria-current=${i===n?"step":void 0}
      tabindex=${i===n?0:-1}
      onClick=${d=>{d.ctrlKey||d.metaKey||d.shiftKey||d.button||(d.preventDefault(),o(i))}}
    ><${ue} event=${t[i]} /></a>`)}</span>
  </li>`},(e,t)=>e.turn===t.turn&&e.events===t.events&&e.link===t.link&&e.turn.events.includes(e.at)===t.turn.events.includes(t.at)&&!e.turn.events.includes(t.at));function Cn({events:e,turns:t,at:n,costs:s,link:a,go:o}){let r=F(null);return I(()=>{let i=r.current,d=i.querySelector("[aria-current]");if(!d)return;i.contains(document.activeElement)&&document.activeElement!==i&&d.focus({preventScroll:!0});let p=d.closest("li").getBoundingClientRect(),u=i.getBoundingClientRect();p.top<u.top&&(i.scrollTop-=u.top-p.top+8),p.bottom>u.bottom&&(i.scrollTop+=p.bottom-u.bottom+8)},[n,e]),l`<nav class="events" aria-label="Events"><ol ref=${r}>
    ${t.map(i=>l`<${Os} key=${i.events[0]} ...${{turn:i,events:e,at:n,costs:s,link:a,go:o}} />`)}
  </ol></nav>`}var Z="all",Ee="blind";function Mn(e,t){if(t===Z)return e;let n={...e};if(e.seat!==t&&e.seat!==void 0){if(e.private)return null;delete n.probability,e.type==="draw"&&e.from==="stock"&&delete n.card}return e.type==="deal"&&(n.hands=e.hands.map((s,a)=>a===t?s:null),delete n.stock,delete n.key),e.type==="reshuffle"&&delete n.stock,n}var he=e=>e.view===void 0?[Z,...e.seats.keys(),Ee]:[e.view,Ee];function kt(e){return{hand:0,wild:void 0,wildcard:void 0,stock:0,next:null,pile:[],seats:e.seats.map(t=>({name:t,cards:[],melds:[],laidOff:[],status:""})),toMove:void 0,scores:void 0,result:void 0,end:void 0,moved:void 0,size:Math.max(0,...Ps(e).map(t=>t?.length??0))}}var Ps=e=>e.events.find(t=>t.type==="deal")?.hands??[];function Tn(e,t){let n={...e,moved:void 0},s=(r,i)=>{if(!n.seats[r])throw new RangeError(`there is no seat ${r}`);n.seats=n.seats.map((d,p)=>p===r?{...d,...i}:d)},a=(r,i)=>s(r,{cards:fe(n.seats[r].cards,i)}),o=As[t.type];if(!o)throw new TypeError(`there is no event ${t.type}`);return o(n,t,s,a),n}var As={deal(e,t){Object.assign(e,{hand:t.hand??0,wild:t.wild,wildcard:t.wildcard,stock:t.stock_size,next:t.stock??null,pile:t.upcard?[t.upcard]:[],result:void 0});let n=Array(e.size).fill(null);e.seats=e.seats.map(({name:s},a)=>({name:s,cards:t.hands[a]??n,melds:[],laidOff:[],status:""}))},draw(e,t,n){if(t.from==="pile"){if(!t.card)return;e.pile=e.pile.slice(0,-1)}else e.stock--,e.next=e.next&&e.next.slice(1);let s=t.card??null;n(t.seat,{cards:[...e.seats[t.seat].cards,s]}),e.moved={seat:t.seat,card:s,from:t.from}},discard(e,t,n,s){s(t.seat,[t.card]),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},declare(e,t,n){n(t.seat,{cards:t.cards,status:t.valid?"declared":"declared wrongly"}),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},drop:(e,t,n)=>n(t.seat,{status:"dropped"}),reshuffle(e,t){e.pile=[t.upcard],e.stock=t.stock_size,e.next=t.stock??null},pass(){},knock:(e,t,n)=>n(t.seat,{cards:t.cards,status:"knocked"}),meld(e,t,n,s){s(t.seat,t.cards),n(t.seat,{melds:[...e.seats[t.seat].melds,t.cards]})},"lay-off"(e,t,n,s){s(t.seat,[t.card]),e.seats.forEach((a,o)=>{let r=o===t.seat?-1:a.melds.findIndex(i=>pn(i,t.onto));r>=0&&(n(o,{melds:a.melds.with(r,[...a.melds[r],t.card]),laidOff:[...a.laidOff,t.card]}),e.moved={seat:o,card:t.card,from:t.seat})})},score(e,t,n){e.result=t,e.scores=t.scores??e.scores,e.seats.forEach((s,a)=>{let o=t.melds?.[a],r=t.hands?.[a];r&&n(a,{cards:o?fe(r,o.flat()):r,melds:o??s.melds}),n(a,{points:t.points?.[a]})})},end(e,t){e.end=t}};function Le(e,t){let n=e.events.map(o=>Mn(o,t)),s=[],a=kt(e);return n.forEach((o,r)=>{if(o)try{a=Tn(a,o)}catch(i){throw new Error(`event ${r+1} (${o.type}): ${i.message}`)}a={...a,toMove:js(n,r+1)},s.push(a)}),{events:n,tables:s}}function js(e,t){for(let n=t;n<e.length;n++){let s=e[n];if(s?.seat!==void 0)return s.seat;if(s&&s.type!=="reshuffle")return}}function En(e,t,n){let s=t.map(o=>Mn(o,n)).filter(Boolean),a=[];for(let o of s)a.push(e={...Tn(e,o),toMove:void 0});return{events:s,tables:a}}function xt({at:e,viewer:t,line:n,step:s},a=Z){let o=new URLSearchParams({event:e+1});return t!==a&&o.set("view",t),n!==void 0&&(o.set("line",n+1),o.set("step",s+1)),`#${o}`}var Ln=e=>/^\d{1,9}$/.test(e??"")?Number(e):void 0;function St(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=o=>{let r=Ln(t.get(o));return r>0?r-1:void 0},s=t.get("view"),a=n("line");return{at:n("event"),viewer:Ln(s)??s??void 0,line:a,step:a===void 0?void 0:n("step")??0}}var Ns=150;function On(e){if(location.protocol==="about:"||location.hash===e)return;let t=setTimeout(()=>history.replaceState(null,"",e),Ns);return()=>clearTimeout(t)}var Mt=e=>`${se(100*e,1)} %`;function Ct(e){let t=[];return e?.win!==void 0&&t.push(`win ${Mt(e.win)}${e.win_error===void 0?"":` ± ${Mt(e.win_error)}`}`),e?.points!==void 0&&t.push(`points ${se(e.points,2)}${e.points_error===void 0?"":` ± ${se(e.points_error,2)}`}`),t.join(", ")}function Pn(e){let t=[];return e?.distance!==void 0&&t.push(`MinDist ${e.distance}`),e?.outs!==void 0&&t.push(`${e.outs} outs`),e?.points!==void 0&&t.push(`${e.points} points left`),e?.danger!==void 0&&t.push(`danger ${Math.round(100*e.danger)} %`),t.join(", ")}var Et=(e,t)=>e?.decisions.find(n=>n.event===t+1),An=e=>e.cost&&(e.cost.win>0||e.cost.points>0),jn=e=>new Set((e?.decisions??[]).filter(t=>t.mistake??An(t)).map(t=>t.event-1)),Tt=e=>e.type==="draw"&&e.from==="stock"?{...e,card:void 0}:e,Bs=(e,t)=>[{event:Tt(t),estimate:e.made,made:!0},...e.alternatives.map((n,s)=>({event:Tt(n.line[0]),estimate:n.estimate,best:s===0}))].map(n=>({...n,text:X(n.event)})).sort((n,s)=>n.text<s.text?-1:1);function Nn({decision:e,event:t,pick:n}){return l`<section class="review question" aria-label="Try it again">
    <h2>A mistake of seat ${t.seat}</h2>
    <p>The table is as it was before the move. What would you play?</p>
    <div class="buttons">
      ${Bs(e,t).map(s=>l`<button key=${s.text} type="button" aria-label=${s.text} onClick=${()=>n(s)}><${ue} event=${s.event} /></button>`)}
    </div>
    <button type="button" onClick=${()=>n()}>Show the answer</button>
  </section>`}function Rs(e,t){if(t.best)return"Your move is the best one.";if(t.made)return"That was the move of the game.";let{estimate:n}=e.alternatives[0],s=[];return n.points!==void 0&&t.estimate.points!==void 0&&s.push(`${se(n.points-t.estimate.points,2)} points`),n.win!==void 0&&t.estimate.win!==void 0&&s.push(`${Mt(n.win-t.estimate.win)} of win chance`),`Your move costs ${s.join(" and ")} compared with the best one.`}function Bn({decision:e,event:t,line:n,tryLine:s,picked:a,again:o}){let r=Ct(e.cost),i=Pn(e.facts);return l`<section class="review" aria-label="Review">
    <h2>${X(t)}</h2>
    ${a&&l`<p class="verdict" role="status"><strong>${Rs(e,a)}</strong> (${a.text})</p>`}
    <p>${Ct(e.made)}${r&&l`<br />${An(e)?l`cost: <strong>${r}</strong>`:"No better move was found."}`}</p>
    ${i&&l`<p class="facts-of">${i}</p>`}
    ${e.reasons?.length>0&&l`<p>After it: ${e.reasons.join("; ")}.</p>`}
    ${o&&l`<button type="button" onClick=${o}>Try it again</button>`}
    ${e.alternatives?.length>0&&l`<h3>Instead</h3><ul>
      ${e.alternatives.map((d,p)=>l`<li key=${p}><button type="button" aria-pressed=${n===p} onClick=${()=>s(p)}>
        <${ue} event=${Tt(d.line[0])} /></button> ${Ct(d.estimate)}${d.facts&&l`<br /><span class="facts-of">${Pn(d.facts)}</span>`}</li>`)}
    </ul>`}
  </section>`}var Rn="rummygym-scheme";function Hn(){try{return localStorage.getItem(Rn)??"auto"}catch{return"auto"}}function Dn(e){e==="auto"?delete document.documentElement.dataset.scheme:document.documentElement.dataset.scheme=e}Dn(Hn());function Ze(){let[e,t]=C(Hn);return l`<${W} label="Colours" value=${e} choose=${s=>{t(s),Dn(s);try{localStorage.setItem(Rn,s)}catch{}}} options=${[["auto","System"],["light","Light"],["dark","Dark"]]} />`}function Un(e){let t=[],n=0,s;return e.forEach((a,o)=>{if(a){if(a.type==="deal"&&(n=0),a.seat===void 0){t.push({events:[o]}),s=void 0;return}a.seat!==s&&(t.push({number:++n,seat:a.seat,events:[]}),s=a.seat),t.at(-1).events.push(o)}}),t}function $e(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s])return s;return t}function Lt(e,t,n){let s=e.findIndex(o=>o.events.includes(t)),a=n<0&&s>=0&&e[s].events[0]!==t?s:s+n;return e[Math.max(0,Math.min(e.length-1,a))]?.events[0]??t}function Ot(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s]?.type==="deal")return s;return t}function zn(e,t,{at:n=0,viewer:s,line:a,step:o}){let r=he(e),i=e.events.length-1,d={at:Math.min(n,i),viewer:r.includes(s)?s:r[0]},p=Et(t,d.at)?.alternatives?.[a];return p?{...d,line:a,step:Math.min(o,p.line.length-1)}:d}function Pt({data:{title:e,record:t,review:n},aside:s,reviewing:a}){let[o,r]=C(()=>zn(t,n,St(location.hash))),[i,d]=C(!1),[p,u]=C(2),[f,m]=C(!1),[c,_]=C(!1),[b,w]=C(()=>new Map),{viewer:y,line:h,step:x}=o,{events:$,tables:K}=Y(()=>Le(t,y),[y]),J=Y(()=>Un($),[$]),q=Y(()=>jn(n),[n]),g=$[o.at]?o.at:$e($,o.at,-1),A=$e($,$.length,-1),B=Et(n,g),D=B?.mistake&&B.alternatives?.length>0&&h===void 0&&!b.has(g)&&!i,T=Y(()=>{let k=h!==void 0&&En(K[g-1]??kt(t),B.alternatives[h].line,y);return k?.events?.length>0&&k},[g,h,K]),L=Y(()=>k=>xt({at:k,viewer:y},he(t)[0]),[y]);ee(()=>On(xt(o,he(t)[0])),[o]),ee(()=>{let k=()=>{r(zn(t,n,St(location.hash))),d(!1)};return addEventListener("hashchange",k),()=>removeEventListener("hashchange",k)},[]);let R=(k,ge)=>{_(k===$e($,g,1)&&h===void 0),r({at:k,viewer:y}),ge||d(!1)},O=k=>{if(!T)return R($e($,g,k));let ge=x+k;return _(k>0),r({...o,step:Math.max(0,Math.min(T.events.length-1,ge))})},S={first:()=>R(0),back:()=>O(-1),forward:()=>O(1),end:()=>R(A),toggle:()=>{!i&&g>=A&&R(0),d(!i)}};Ye({ArrowLeft:S.back,ArrowRight:S.forward,ArrowUp:()=>R(Lt(J,g,-1)),ArrowDown:()=>R(Lt(J,g,1)),PageUp:()=>R(Ot($,g,-1)),PageDown:()=>R(Ot($,g,1)),Home:S.first,End:S.end," ":S.toggle,Escape:()=>h!==void 0&&R(g),m:()=>bt(n,g)!==void 0&&R(bt(n,g))}),Ge(i,1e3/p,()=>g<A?R($e($,g,1),!0):d(!1));let j=T?Math.min(x,T.events.length-1):g,U=T?T.events[j]:$[g],z=T?T.tables[j]:K[D?g-1:g],oe=k=>w(new Map(b).set(g,k??null)),V=()=>w(new Map([...b].filter(([k])=>k!==g))),G=X(U);return l`<${Ce} />
    <header class="top">
      <div><h1>${e}</h1><p class="players">${t.seats.join(" – ")}</p></div>
      <${W}
        label="View"
        value=${y}
        options=${he(t).map(k=>[k,k===Z?"All cards":k===Ee?"Blind":`Seat ${k}`])}
        choose=${k=>r({at:g,viewer:k===Z||k===Ee?k:Number(k)})}
      />
      <${W} label="Order" value=${f?"rank":"suit"} options=${[["suit","By suit"],["rank","By rank"]]} choose=${k=>m(k==="rank")} />
      <${Ze} />
      ${s}
    </header>
    <main>
      ${T&&l`<p class="what-if">What if: ${G} <button type="button" onClick=${()=>R(g)}>Back to the game</button></p>`}
      <${Ve} table=${z} viewer=${y} byRank=${f} animate=${c} />
      <${wn} ...${{at:g,last:$.length-1,text:G,playing:i,speed:p,go:R,setSpeed:u,...S}} />
    </main>
    <aside>
      ${n&&l`<div class="overview"><${kn} ...${{review:n,record:t,at:g,go:R}} /><${xn} ...${{review:n,record:t,at:g,go:R}} /></div>`}
      ${!n&&a}
      ${D&&l`<${Nn} ...${{decision:B,event:$[g],pick:oe}} />`}
      ${B&&!D&&l`<${Bn}
        ...${{decision:B,event:$[g],line:h,picked:b.get(g)}}
        again=${b.has(g)&&h===void 0&&V}
        tryLine=${k=>r({at:g,viewer:y,line:k,step:0})}
      />`}
      <${Cn} ...${{events:$,turns:J,at:g,costs:q,link:L,go:R}} />
      <${Ds} record=${t} review=${n} />
    </aside>
    <p class="unseen" aria-live=${i?"off":"polite"}>${G}</p>`}var Hs=[["← →","event"],["↑ ↓","turn"],["Page ↑ ↓","hand"],["Home End","first, last"],["Space","play, pause"]],Ds=({record:e,review:t})=>l`<details class="about">
  <summary>Keys and rules</summary>
  <dl class="keys">${[...Hs,...t?[["m","next mistake"]]:[]].map(([n,s])=>l`<div><dt>${n}</dt><dd>${s}</dd></div>`)}</dl>
  <dl>
    ${t?.by&&l`<div><dt>reviewed with</dt><dd>${t.by}</dd></div>`}
    <div><dt>environment</dt><dd>${e.env}</dd></div>
    ${e.view!==void 0&&l`<div><dt>the record holds what was seen by</dt><dd>${gn(e.view)}</dd></div>`}
    ${e.origin?.seed&&l`<div><dt>seed</dt><dd>${e.origin.seed}</dd></div><div><dt>deal</dt><dd>${e.origin.deal}</dd></div>`}
    ${Object.entries(e.rules).map(([n,s])=>l`<div><dt>${n}</dt><dd>${String(s)}</dd></div>`)}
  </dl>
</details>`,At=e=>he(e).forEach(t=>Le(e,t));async function Us(e){let t=Uint8Array.from(atob(e),n=>n.charCodeAt(0));return new Response(new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"))).json()}var Wn=document.getElementById("data");if(Wn){let e=document.getElementById("page");Us(Wn.textContent).then(t=>{At(t.record),Ue(l`<${Pt} data=${t} />`,e)}).catch(t=>{e.textContent=`This page cannot show its record: ${t.message}`})}var In=e=>e==="human"||e.startsWith("human:");function zs({seats:e}){let t=e.map((s,a)=>a),n=t.map(s=>[String(s),`Seat ${s}, ${In(e[s])?"you":e[s]}`,[s]]);return[...e.some(In)?[["","Your decisions",[]]]:[],["all","All seats",t],...n]}function Kn({record:e,open:t,atOnce:n,done:s}){let a=zs(e),[o,r]=C(a[0][0]),[i,d]=C(null),[p,u]=C(""),f=F(null),m=()=>{f.current?.close(),f.current=null,d(null)},c=async()=>{u(""),d({done:0,total:0});let _=t(),b={close:()=>_.then(w=>w.close(),()=>{})};f.current=b;try{let{ask:w}=await _,y=a.find(([x])=>x===o)[2],{review:h}=await w({do:"review",records:$n(e),seats:y},x=>f.current===b&&d(x));f.current===b&&s(h)}catch(w){f.current===b&&u(w.message)}finally{f.current===b&&m()}};return ee(()=>(n&&c(),()=>f.current?.close()),[]),l`<section class="review reviewing" aria-label="Review">
    <h2>Review</h2>
    ${p&&l`<p role="alert">${p}</p>`}
    ${i?l`<label>Searching for better moves <progress value=${i.total?i.done:void 0} max=${i.total||1} /></label>
        <div class="buttons"><button type="button" onClick=${m}>Stop</button></div>`:l`<p>Search says what each decision cost, and asks for a better move at each mistake.</p>
        <div class="buttons"><${W} label="of" value=${o} options=${a} choose=${r} />
          <button type="button" onClick=${c}>Review</button></div>`}
  </section>`}var Ws=e=>e===1?"1 player":`${e} players`;function Is(e,t){let n=e.games.find(u=>u.name===t.game)??e.games[0],s=n.presets.find(u=>u.name===t.preset)??n.presets[0],a=s.tables.find(u=>u.seats===t.seats)??s.tables[0],{seats:o}=a,r=u=>n.agents.some(f=>f.spec===u),i=t.watch?o:o-1,d=Array.from({length:i},(u,f)=>r(t.agents?.[f])?t.agents[f]:a.default),p=r(t.adviser)?t.adviser:"";return{...t,game:n,preset:s,seats:o,agents:d,adviser:p}}function Ks({game:e,preset:t,seats:n,agents:s,watch:a,practice:o,adviser:r,changes:i,seed:d}){let p=[t.name,...n===t.tables[0].seats?[]:[`seats=${n}`],i?.trim()].filter(Boolean).join(" ");return{do:"new",game:e.name,rules:p,agents:s,watch:!!a,practice:!!o&&!a,adviser:r,seed:d?.trim()??""}}function Jn({catalog:e,picked:t,pick:n,start:s,open:a,goOn:o,busy:r}){let i=Is(e,t),[d,p]=C(!!(t.changes||t.seed)),u=c=>_=>n({[c]:_}),f=i.game.agents.map(c=>[c.spec,c.spec]),m=!t.native&&[...i.agents,i.adviser].some(c=>i.game.agents.find(_=>_.spec===c)?.network);return l`<form class="setup" aria-label="New table" onSubmit=${c=>{c.preventDefault(),s(Ks(i))}}>
    <h2>New table</h2>
    <div class="fields">
      <${W} label="Game" value=${i.game.name} options=${e.games.map(c=>[c.name,c.title])} choose=${c=>n({game:c,preset:void 0,seats:void 0,agents:void 0,adviser:""})} />
      <${W} label="Rules" value=${i.preset.name} options=${i.game.presets.map(c=>[c.name,c.name])} choose=${u("preset")} />
      ${i.preset.tables.length>1&&l`<${W} label="Table" value=${i.seats} options=${i.preset.tables.map(c=>c.seats).toSorted().map(c=>[c,Ws(c)])} choose=${c=>n({seats:Number(c)})} />`}
      <${W} label="You" value=${i.watch?"watch":i.practice?"practice":"play"} options=${[["play","Play"],["practice","Practise: moves can be taken back"],["watch","Watch agents play"]]} choose=${c=>n({watch:c==="watch",practice:c==="practice"})} />
    </div>
    <fieldset class="fields">
      <legend>${i.watch?"Agents":i.agents.length===1?"Opponent":"Opponents"}</legend>
      ${i.agents.map((c,_)=>l`<div key=${_}><${W}
        label=${i.agents.length===1?"Agent":i.watch?`Seat ${_}`:`Opponent ${_+1}`}
        value=${c}
        options=${f}
        choose=${b=>n({agents:i.agents.with(_,b)})}
      /><p class="doc">${i.game.agents.find(b=>b.spec===c).doc}</p></div>`)}
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
  </form>`}function Fn(e,t){let n=e?.melds??[],s=e?.unmelded??[];if(t){let o=Se([...n.flatMap(r=>r.cards),...s]);return[...new Set(o.map(Q))].map(r=>({name:"",counts:!0,cards:o.filter(i=>Q(i)===r)}))}let a=n.map(o=>({name:o.kind,counts:o.counts,cards:o.cards}));return s.length&&a.push({name:a.length?"unmelded":"",counts:!0,cards:s}),a}function qn({groups:e,wild:t,at:n,drawn:s,turn:a,choose:o,play:r}){let i=F(null);I(()=>{i.current.contains(document.activeElement)&&i.current.querySelector("[tabindex='0']")?.focus({preventScroll:!0})},[n,e]);let d=0,p=e.flatMap(u=>u.cards).lastIndexOf(s);return l`<div class="hand own-hand" role="group" aria-label="Your hand" ref=${i}>
    ${e.map(u=>l`<div class="group" key=${u.cards.join()}>
      <ul class="cards">${u.cards.map(f=>{let m=d++,c=`${xe(f)}${Ke(f,t)&&f!=="JK"?", wild":""}${m===p?", just drawn":""}`;return l`<li key=${m}><button
          type="button"
          class=${P("pick",m===n&&"chosen")}
          aria-pressed=${m===n}
          aria-label=${c}
          tabindex=${m===(n??0)?0:-1}
          disabled=${!a}
          onClick=${()=>m===n?r():o(m)}
        ><${me} card=${f} wild=${t} moved=${m===p} hidden /></button></li>`})}</ul>
      ${u.name&&l`<p class=${P("kind",!u.counts&&"waiting")} title=${u.counts?void 0:"does not save points yet"}>${u.counts?u.name:`(${u.name})`}</p>`}
    </div>`)}
  </div>`}var Js=e=>e==="human"?"You":e;function Vn({players:e,results:t}){if(!t?.length)return null;let n=e.map((s,a)=>t.reduce((o,r)=>o+r.gains[a],0));return l`<section class=${P("sheet",e.length>3&&"crowded")} aria-label="Score sheet">
    <h2>Score sheet</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Scores"><table>
      <thead><tr><th scope="col">Game</th>${e.map((s,a)=>l`<th scope="col" key=${a}>${Js(s)}</th>`)}</tr></thead>
      <tbody>${t.map((s,a)=>l`<tr key=${a}><th scope="row">${a+1} <span class="ending">${Me(s.ending)}${s.practice?", practice":""}</span></th>${s.gains.map((o,r)=>l`<td key=${r}>${_e(o)}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">Sum</th>${n.map((s,a)=>l`<td key=${a}>${_e(s)}</td>`)}</tr></tfoot>
    </table></div>
  </section>`}var Fs=e=>e.map(t=>l`<${le} card=${t} /> `),jt=(e,t)=>t==="wins"?`${se(100*e,1)} % won`:`${se(e,1)} points`;function Yn({hint:e,text:t,play:n}){let{hand:s,outs:a,discards:o,values:r,unit:i}=e,d=a?.reduce((f,m)=>f+m.copies,0),[p]=r??[],u=F(null);return I(()=>u.current.scrollIntoView({block:"nearest"}),[e]),l`<section class="hint review" aria-label="Hint" ref=${u}>
    <h2>Hint</h2>
    <p>${s.distance===void 0?l`Deadwood ${s.points}.`:l`${s.distance} ${s.distance===1?"card":"cards"} from a declaration, ${s.points} points.`}</p>
    <p><strong>${e.adviser.replace(/@[0-9a-f]+/,"")}</strong> would ${t(e.action)}
      ${p&&(p.wins?": it wins":`: it expects ${jt(p.value,i)}`)}
      ${" "}<button type="button" onClick=${()=>n(e.action)}>Do it</button></p>
    ${r?.length>1&&l`<ul>${r.slice(1,5).map(f=>l`<li key=${f.action}>${t(f.action)}: ${jt(Math.abs(f.behind),i)} ${f.behind<0?"better":"worse"}${f.error?` ± ${jt(f.error,i)}`:""}</li>`)}</ul>`}
    ${a?.length>0&&l`<p>${d} unseen ${d===1?"card helps":"cards help"}: ${Fs(a.map(f=>f.card))}</p>`}
    ${o?.length>0&&l`<h3>What discards leave</h3><ul>${o.slice(0,6).map((f,m)=>l`<li key=${m}><${le} card=${f.card} /> ${f.distance===void 0?"":`MinDist ${f.distance}, `}${f.outs} outs, ${f.points} points</li>`)}</ul>`}
  </section>`}var qs=[[1600,"Slow"],[700,"Normal"],[200,"Fast"],[0,"At once"]],Vs=e=>e[0].toUpperCase()+e.slice(1),Qn=(e,t,n)=>t===n?"You":e[t];function Ys({events:e,names:t,you:n}){let s=F(null);return I(()=>{s.current.scrollTop=s.current.scrollHeight},[e]),l`<section class="events log" aria-label="What happened"><ol ref=${s} tabindex="0">
    ${e.map((a,o)=>l`<li key=${o} class=${P("turn",a.seat===void 0&&"table",`is-${a.type}`)}>
      ${a.seat!==void 0&&l`<span class=${P("who",a.seat===n&&"you")}>${Qn(t,a.seat,n)}</span>`}
      <span class="event"><${ue} event=${a} yours=${a.seat!==void 0&&a.seat===n} /></span></li>`)}
  </ol></section>`}function Gn(e,t){return e.mover===void 0?"The game is over.":e.turn?"Your move":`${e.names[e.mover]} ${t?"thinks":"is to move"} …`}function Xn({state:e,events:t,ask:n,busy:s,hint:a,problem:o,pace:r,setPace:i,leave:d,save:p,replay:u,aside:f}){let m=e.seat,c=m===void 0,[_,b]=C(void 0),[w,y]=C(0),[h,x]=C(!1),[$,K]=C(!1),[J,q]=C(!1),g=Y(()=>({seats:e.names.map((v,M)=>M===m?"You":v),events:t}),[t,e]),A=Y(()=>{let{tables:v}=Le(g,c?Z:m);return{...v.at(-1),toMove:e.mover}},[g]),B=!c&&A.moved?.seat===m?A.moved.card:void 0,D=Y(()=>Fn(e.hand,h),[e,h]),T=D.flatMap(v=>v.cards),L=e.choices??[],R=L.filter(v=>!v.plays),O=v=>L.filter(M=>M.plays&&M.card===T[v]),S=T.findIndex(v=>L.some(M=>M.plays&&M.card===v))>=0,j=()=>{let v=ae=>O(ae).length>0,M=T.lastIndexOf(B);return M>=0&&v(M)?M:T.findLastIndex((ae,Oe)=>v(Oe))},U=S?_!==void 0&&_<T.length?_:j():void 0,z=[...U===void 0?[]:O(U),...R],oe=Math.min(w,Math.max(0,z.length-1));ee(()=>{b(void 0),y(0)},[e]);let V=e.mover===void 0,G=v=>!s&&e.turn&&n({do:"play",action:v}),k=()=>!s&&V&&n({do:"next"}),ge=()=>V?k():z[oe]&&G(z[oe].action),Nt=v=>{b(v),y(0)},Bt=v=>S&&Nt((U+v+T.length)%T.length),Rt=()=>!s&&e.turn&&n({do:"hint"}),Ht=()=>!s&&e.can_undo&&n({do:"undo"});Ge(!s&&!V&&!e.turn&&!$&&!o,r,()=>n({do:"advance"}));let et=c?{" ":()=>K(!$),ArrowRight:()=>$&&!s&&!V&&n({do:"advance"}),n:k}:{ArrowLeft:()=>Bt(-1),ArrowRight:()=>Bt(1),h:Rt,u:Ht,s:()=>x(!h),n:k};Object.assign(et,{ArrowUp:()=>y(Math.max(0,oe-1)),ArrowDown:()=>y(Math.min(z.length-1,oe+1)),"?":()=>q(!J)});for(let v=1;v<=Math.min(9,z.length);v++)et[v]=()=>G(z[v-1].action);Ye(et),I(()=>{let v=M=>{if(M.key!=="Enter"||M.defaultPrevented||M.altKey||M.ctrlKey||M.metaKey||M.repeat)return;let ae=M.target.closest?.("a, button, input, select, summary, textarea");ae&&!ae.classList.contains("pick")||(M.preventDefault(),ge())};return document.addEventListener("keydown",v),()=>document.removeEventListener("keydown",v)});let Dt=F(null);I(()=>{let v=ae=>{let Oe=ae.target.closest('[data-place="stock"], [data-place="pile"]')?.dataset.place,Ut=Oe&&L.find(zt=>zt.type==="draw"&&zt.source===Oe);Ut&&G(Ut.action)},M=Dt.current;return M.addEventListener("click",v),()=>M.removeEventListener("click",v)});let es=e.hand&&`${e.hand.points} ${e.hand.distance===void 0?"deadwood":"points"}${e.hand.distance===void 0?"":`, MinDist ${e.hand.distance}`}`,ts=c||V?void 0:l`<section class=${P("seat own",e.turn&&"moving")} aria-label=${`Seat ${m}, you`} data-place=${`seat-${m}`}>
    <header>
      <h2><span class="number">${m}</span> <span class="name">You</span></h2>
      ${e.turn&&l`<span class="badge move">to move</span>`}
      ${A.seats[m].status&&l`<span class="badge">${A.seats[m].status}</span>`}
      <span class="facts"><span>${es}</span>${A.scores&&l`<span>score ${A.scores[m]}</span>`}</span>
    </header>
    <${qn} groups=${D} wild=${A.wild} at=${U} drawn=${B} turn=${e.turn&&S} choose=${Nt} play=${()=>z[0]?.plays&&G(z[0].action)} />
    ${A.seats[m].melds.length>0&&l`<p class="laid">On the table: ${A.seats[m].melds.map(v=>l`<${ue} event=${{type:"meld",cards:v}} /> `)}</p>`}
  </section>`,ns=t.length>0?t.slice(-2).map(v=>v.seat===void 0?X(v):`${Qn(e.names,v.seat,m)}: ${X(v).replace(/^Seat \d+ /,"")}`).join(". "):"";return l`
    <header class="top">
      <div><h1>${e.title}</h1><p class="players">game ${e.number+1}, rules ${e.rules}${e.practice?", practice":""}</p></div>
      <${W} label="Agents move" value=${r} options=${qs} choose=${v=>i(Number(v))} />
      ${f}
      <button type="button" onClick=${d}>New table</button>
    </header>
    <main ref=${Dt} aria-busy=${s} class=${P("playing",e.turn&&L.some(v=>v.type==="draw")&&"drawing")}>
      <${Ve} table=${A} viewer=${c?Z:m} animate=${r>0} own=${ts} />
      <div class="player moves" role="group" aria-label="Moves">
        <p class="say">${o?l`<span role="alert">${o}</span>`:Gn(e,s)}</p>
        <div class="buttons">
          ${z.map((v,M)=>l`<button key=${v.action} type="button" class=${P("choose",M===oe&&"main")} disabled=${s} onClick=${()=>G(v.action)}>
            <span class="digit" aria-hidden="true">${M+1}</span> ${Vs(v.text)}</button>`)}
          ${V&&l`<button type="button" class="main" disabled=${s} onClick=${k}>Next game</button><button type="button" onClick=${()=>u(!0)}>Review</button>
            <button type="button" onClick=${()=>u(!1)}>Look at the game</button>`}
          ${c&&!V&&l`<button type="button" onClick=${()=>K(!$)}>${$?"Go on":"Pause"}</button>
            ${$&&l`<button type="button" disabled=${s} onClick=${()=>n({do:"advance"})}>Next move</button>`}
            <button type="button" disabled=${s} onClick=${()=>n({do:"advance",moves:1e6})}>To the end</button>`}
          ${o&&!e.turn&&!V&&l`<button type="button" onClick=${()=>n({do:"advance"})}>Try again</button>`}
        </div>
        <div class="buttons tools">
          ${!c&&!V&&l`<button type="button" disabled=${s||!e.turn} onClick=${Rt}>Hint</button>
            ${e.practice&&l`<button type="button" disabled=${s||!e.can_undo} onClick=${Ht}>Take back</button>`}
            <button type="button" onClick=${()=>x(!h)}>${h?"By melds":"By suit"}</button>`}
          <button type="button" onClick=${p}>Save records</button>
          <button type="button" aria-expanded=${J} onClick=${()=>q(!J)}>Keys</button>
        </div>
        ${J&&l`<dl class="keys">${(c?Qs:Gs).map(([v,M])=>l`<div key=${v}><dt>${v}</dt><dd>${M}</dd></div>`)}</dl>`}
      </div>
    </main>
    <aside>
      ${a&&l`<${Yn} hint=${a} play=${G} text=${v=>L.find(M=>M.action===v)?.text??""} />`}
      <${Vn} players=${e.players} results=${e.results} />
      <${Ys} events=${t} names=${e.names} you=${m} />
    </aside>
    <p class="unseen" aria-live="polite">${ns}. ${Gn(e,!1)}</p>`}var Gs=[["← →","choose a card"],["↑ ↓","choose a move"],["Enter, 1 to 9","make it; the next game"],["h","hint"],["u","take back, in practice"],["s","by suit, by melds"],["?","keys"]],Qs=[["Space","pause, go on"],["→","next move, in a pause"],["Enter, n","next game"]];var ve={get(e,t){try{return JSON.parse(localStorage.getItem(`rummygym-${e}`))??t}catch{return t}},set(e,t){try{localStorage.setItem(`rummygym-${e}`,JSON.stringify(t))}catch{}}};function Xs(e,t){let n=document.createElement("a");n.href=URL.createObjectURL(new Blob([t],{type:"application/x-ndjson"})),n.download=e,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}function Zs({engine:e,openEngine:t,catalog:n,native:s,more:a,lost:o}){let[r,i]=C(()=>({...ve.get("table",{}),native:s})),[d,p]=C(()=>ve.get("pace",700)),[u,f]=C(null),[m,c]=C([]),[_,b]=C(null),[w,y]=C(!1),[h,x]=C(""),[$,K]=C(null),[J,q]=C(()=>ve.get("records","")),g=async O=>{y(!0),x("");try{let S=await e(O);if(S.state){let j=S.state;if(f(j),c(U=>[...U.slice(0,j.from),...j.events]),b(null),j.seat!==void 0&&(j.turn||j.mover===void 0)){let{records:U}=await e({do:"records"});ve.set("records",U),q(U)}}return S.hint&&b(S.hint),S}catch(S){x(S.message);return}finally{y(!1)}},A=(O,S,j)=>{try{At(S),K({title:O,record:S,atOnce:j}),history.replaceState(null,"",location.pathname+location.search)}catch(U){x(U.message)}},B=async O=>{let S;try{S=gt(O)}catch(z){x(z.message);return}let j=S.at(-1);if(j.events.at(-1)?.type!=="end"&&j.view===void 0&&await g({do:"resume",records:O}))return;let U=n.games.find(z=>z.name===j.game)?.title??j.game;A(U,j)},D=async()=>(await g({do:"records"}))?.records,T=O=>{let S={...r,...O};i(S),ve.set("table",S)};ee(()=>ve.set("pace",d),[d]);let L=l`<${Ze} />`;if(o)return l`<main class="message"><p role="alert">${o} Reload the page to begin again.</p></main>`;if($){let O=()=>{K(null),history.replaceState(null,"",location.pathname+location.search)},{record:S,atOnce:j}=$,U=S.view===void 0&&l`<${Kn} ...${{record:S,atOnce:j}} open=${t} done=${z=>K({...$,review:z})} />`;return l`<${Pt} data=${$} aside=${l`<button type="button" onClick=${O}>Back</button>`} ...${{reviewing:U}} />`}if(u)return l`<${Ce} /><${Xn}
      ...${{state:u,events:m,ask:g,busy:w,hint:_,problem:h,pace:d,setPace:p,aside:L}}
      leave=${()=>{f(null),c([]),e({do:"leave"})}}
      save=${async()=>{let O=await D();O&&Xs("rummygym.jsonl",O)}}
      replay=${async O=>{let S=await D();S&&A(u.title,gt(S).at(-1),O)}}
    />`;let R=J&&(()=>g({do:"resume",records:J,practice:r.practice}));return l`<${Ce} />
    <header class="top"><div><h1>rummygym</h1><p class="players">Play ${n.games.map(O=>O.title).join(" and ")} with agents</p></div>${L}</header>
    <main class="begin-page">
      ${h&&l`<p class="problem" role="alert">${h}</p>`}
      <${Jn} ...${{catalog:n,picked:r,pick:T,open:B,goOn:R,busy:w}} start=${g} />
      ${a?.(A)}
    </main>`}async function Zn(e,t){let n=e.dataset.engine==="stream",s=()=>{};try{let{ask:a}=await(n?vt(i=>s(`${i.message}.`)):$t()),{catalog:o}=await a({do:"catalog"}),r=n?vt:$t;s=i=>Ue(l`<${Zs} engine=${a} ...${{openEngine:r,catalog:o,native:n,more:t,lost:i}} />`,e),e.textContent="",s()}catch(a){e.textContent=`The page cannot start: ${a.message}`}}Zn(document.getElementById("page"));})();
