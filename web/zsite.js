(()=>{var E,It,ns,ee,et,Ne,Kt,Pe,Jt,nt,tt,ss,ye=Symbol.for("pv"),je={},Re=[],os=/^m(i|n|o|s|text|space)$/,st=Array.isArray,ot=Re.slice,ae=Object.assign;function oe(e){e&&e.parentNode&&e.remove()}function Be(e,t,n){var s,a,o,i={},r=arguments.length;for(o in t)o=="key"?s=t[o]:o=="ref"&&typeof e!="function"?a=t[o]:i[o]=t[o];return r>2&&(i.children=r>3?ot.call(arguments,2):n),ge(e,i,s,a,null)}function ge(e,t,n,s,a){var o={type:e,props:t,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:ye,__v:a||++It,__i:-1,__u:0};return!a&&E.vnode&&E.vnode(o),o}function He(e){return e.children}function ue(e,t){this.props=e,this.context=t,this.__g=0}function te(e,t){if(t==null)return e.__&&te(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:te(e)}function as(e){var t,n=e.__v,s=n.__e,a=[],o=[],i=e.__P;i&&((t=ae({constructor:ye},n)).__v=n.__v+1,E.vnode&&E.vnode(t),at(i,t,n,e.__n,i.namespaceURI,32&n.__u?[s]:null,a,s||te(n),32&n.__u,o),t.__v=n.__v,t.__.__k[t.__i]=t,Qt(a,t,o),n.__=n.__e=null,t.__e!=s&&Ft(t))}function Ft(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),Ft(e)}function zt(e){(8&e.__g||(e.__g|=8,ee.push(e),Ne++))&&et==E.debounceRendering||((et=E.debounceRendering)||queueMicrotask)(qt)}function qt(){try{for(var e,t=1;ee.length;)ee.length>t&&ee.sort(Kt),e=ee.shift(),t=ee.length,8&e.__g&&as(e)}finally{(Ne=ee.length)&&(et||queueMicrotask)(qt)}}function Vt(e,t,n,s,a,o,i,r,d,p,l){var m,f,c,_,b,w,y=s.__k||Re,h=t.length;for(d=rs(n,t,y,d,h),m=0;m<h;m++)(c=n.__k[m])!=null&&(f=~c.__i&&y[c.__i]||je,c.__i=m,w=at(e,c,f,a,o,i,r,d,p,l),_=c.__e,(f.ref!=c.ref||8&f.__u)&&(f.ref&&rt(f.ref,null,c,f),c.ref&&l.push(c.ref,c.__c||_,c)),b=b||_,4&c.__u?(d=Yt(c,d,e,!f.__v),f.__e&&(f.__e=null)):typeof c.type=="function"&&w!==void 0?d=w:_&&(d=_.nextSibling),c.__u&=-21);return n.__e=b,d}function rs(e,t,n,s,a){var o,i,r,d,p,l,m,f,c,_=n.length,b=_,w=0,y=0,h=e.__k=Array(a);for(o=0;o<a;o++)(i=t[o])!=null&&typeof i!="boolean"&&typeof i!="function"?(typeof i!="object"||i.constructor===String?i=h[o]=ge(null,i):st(i)?i=h[o]=ge(He,{children:i}):i.constructor===ye&&i.__b?i=h[o]=ge(i.type,i.props,i.key,i.ref,i.__v):h[o]=i,d=o+w,i.__=e,i.__b=e.__b+1,r=null,~(p=i.__i=is(i,n,d,b))&&(b--,(r=n[p])&&(r.__u|=2)),r&&r.__v?(i.__u|=16,p==d-1?w--:p==d+1?w++:p!=d&&(p>d?w--:w++,y=1)):(~p||(a>_?w--:a<_&&w++),typeof i.type!="function"&&(i.__u|=4))):h[o]=null;if(y){for(l=[],m=[],o=0;o<a;o++)if((i=h[o])&&16&i.__u){for(w=0,f=l.length;w<f;)l[c=w+f>>1]<i.__i?w=c+1:f=c;l[w]=i.__i,m[o]=w+1}for(w=l.length;o--;)m[o]&&(m[o]==w?w--:h[o].__u|=4)}if(b)for(o=0;o<_;o++)!(r=n[o])||2&r.__u||(r.__e==s&&(s=te(r)),it(r,r));return s}function Yt(e,t,n,s){var a,o,i,r;if(typeof e.type=="function"){if(e.props.__P)return t;if(a=e.__k)for(o=0;o<a.length;o++)a[o]&&(a[o].__=e,t=Yt(a[o],t,n,!1));return t}for(t&&!t.parentNode&&(t=te(e))&&!t.parentNode&&(t=null),i=e.__e,r=t;r&&r.nodeType==8;)r=r.nextSibling;for(i!=r&&(!s&&n.moveBefore&&i.parentNode?n.moveBefore(i,t):n.insertBefore(i,t||null)),t=i;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function is(e,t,n,s){var a,o=e.key,i=e.type,r=t[n],d=r&&!(2&r.__u);if(r===null&&o==null||d&&o==r.key&&i==r.type)return n;if(s>(d?1:0)){for(a=n-1;a>=0;a--)if((r=t[a])&&!(2&r.__u)&&o==r.key&&i==r.type)return a;for(a=n+1;a<t.length;a++)if((r=t[a])&&!(2&r.__u)&&o==r.key&&i==r.type)return a}return-1}function Wt(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function Oe(e,t,n,s,a){var o,i;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof s=="string"&&(e.style.cssText=s=""),s)for(t in s)n&&t in n||Wt(e.style,t);if(n)for(t in n)s&&n[t]==s[t]||Wt(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof s!="function"&&(s=null),(e.__e||(e.__e={}))[t]=n,n&&s||(i=tt[t]||(tt[t]=cs(t)),(e.__a||(e.__a={}))[t]=nt,o=t!=(t=t.replace(Jt,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,i,o):e.removeEventListener(t,i,o));else{if(a=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function cs(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[Pe]==null)t[Pe]=nt++;else if(t[Pe]<this.__a[e])return;return n(E.event?E.event(t):t)}}}function at(e,t,n,s,a,o,i,r,d,p){var l,m,f,c,_,b,w,y,h,x,$,K,J,F,g,O,R,D,T=t.type;if(t.constructor!==ye)return null;128&n.__u&&(d=32&n.__u,l=n.__c.__z)&&(t.__u|=d,m=o=[],l.nodeType==8?r=Ae(l,o):o.push(l),r=o[0]||r),(l=E.__b)&&l(t);e:if(typeof T=="function"){f=i.length;try{if(y=t.props,h=(l=T.prototype)&&l.render,x=(l=T.contextType)&&s[l.__c],$=l?x?x.props.value:l.__:s,(c=n.__c)?(t.__c=c,2&c.__g&&(c.__g|=1)):(h?t.__c=c=new T(y,$):(t.__c=c=new ue(y,$),c.constructor=T,c.render=us),x&&x.sub(c),c.state||(c.state={}),c.__n=s,c.__g|=8,c.__h=[],c.__k=[]),h&&(c.__s||(c.__s=c.state),T.getDerivedStateFromProps&&(c.__s==c.state&&(c.__s=ae({},c.__s)),ae(c.__s,T.getDerivedStateFromProps(y,c.__s)))),_=c.props,b=c.state,c.__v=t,n.__c){if(y!==_&&h&&!T.getDerivedStateFromProps&&c.componentWillReceiveProps&&c.componentWillReceiveProps(y,$),t.__v==n.__v&&!(8&c.__g)||!(4&c.__g)&&c.shouldComponentUpdate&&c.shouldComponentUpdate(y,c.__s,$)===!1){t.__v!=n.__v&&(c.props=y,c.state=c.__s,c.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(L){L&&(L.__=t)}),Re.push.apply(c.__h,c.__k),c.__k=[],c.__h.length&&i.push(c),r=te(n);break e}c.componentWillUpdate&&c.componentWillUpdate(y,c.__s,$),h&&c.componentDidUpdate&&c.__h.push(function(){c.componentDidUpdate(_,b,w)})}else h&&!T.getDerivedStateFromProps&&c.componentWillMount&&c.componentWillMount(),h&&c.componentDidMount&&c.__h.push(c.componentDidMount);c.context=$,c.props=y,c.__P=e,c.__g&=-5,K=E.__r,J=h?25:0;do c.__g&=-9,K&&K(t),l=c.render(c.props,c.state=c.__s,c.context);while(8&c.__g&&++J<25);h&&(Re.push.apply(c.__h,c.__k),c.__k=[]),c.state=c.__s,c.getChildContext&&(s=ae({},s,c.getChildContext())),h&&n.__c&&c.getSnapshotBeforeUpdate&&(w=c.getSnapshotBeforeUpdate(_,b)),F=l&&l.type===He&&l.key==null?l.props.children:l,y.__P&&(l=r,a=(e=y.__P).namespaceURI,d=o=null,n.props&&n.props.__P!=e&&(n.__k.some(function(L){L&&it(L,L)}),n.__k=null),r=n.__k?te(n,0):null),r=Vt(e,st(F)?F:[F],t,n,s,a,o,i,r,d,p),y.__P&&(t.__e=null,r=l),t.__u&=-161,m&&m.some(oe),c.__h.length&&i.push(c),1&c.__g&&(c.__g&=-4)}catch(L){if(i.length=f,t.__v=null,d||o)if(L&&L.then){if(t.__u|=128|d,o){for(~(R=o.indexOf(r||void 0))||(R=o.length);(D=o[R-1])&&D.nodeType==8;)R--;for(;R<o.length;R++)if(D=o[R])if(o[R]=null,g){if(D==O)break}else{if(D.nodeType!=8)break;D.data.startsWith("$s")&&(O=Ae(g=D))}}if(!g){for(;r&&r.nodeType==8&&r.nextSibling;)r=r.nextSibling;g=r}(l=Ae(g=t.__c.__z||(t.__c.__z=g)))?(t.__e=g,r=l):t.__e=r,r=r&&r.nextSibling}else o&&o.some(oe);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),L&&L.then||Gt(t),E.__e(L,t,n)}}else r=t.__e=ls(n.__e,t,n,s,a,o,i,d,p,e);return(l=E.diffed)&&l(t),r}function Ae(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function Gt(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(Gt))}function Qt(e,t,n){for(var s=0;s<n.length;)rt(n[s++],n[s++],n[s++]);E.__c&&E.__c(t,e),e.some(function(a){try{e=a.__h,a.__h=[],e.some(function(o){o.call(a)})}catch(o){E.__e(o,a.__v)}})}function ls(e,t,n,s,a,o,i,r,d,p){var l,m,f,c,_,b,w,y,h=n.props||je,x=t.props,$=t.type;if($=="svg"?a="http://www.w3.org/2000/svg":$=="math"?a="http://www.w3.org/1998/Math/MathML":a||(a="http://www.w3.org/1999/xhtml"),o){for(l=0;l<o.length;l++)if((_=o[l])&&($?_.localName==$:_.nodeType==3)){e=_,o[l]=null;break}}if(!e){if(y=p.ownerDocument||document,!$)return y.createTextNode(x);e=y.createElementNS(a,$,x.is?x:p),r&&(E.__m&&E.__m(t,o),r=!1),o=null}if($){if(p=$=="template"&&e.content||e,o=$=="textarea"&&x.defaultValue!=null?null:o&&ot.call(p.childNodes),!r&&o)for(h={},l=0;l<e.attributes.length;l++)h[(_=e.attributes[l]).name]=_.value;for(l in h)_=h[l],l=="dangerouslySetInnerHTML"?f=_:l=="children"||l in x||l=="value"&&"defaultValue"in x||l=="checked"&&"defaultChecked"in x||Oe(e,l,null,_,a);for(l in x)_=x[l],l=="children"?c=_:l=="dangerouslySetInnerHTML"?m=_:l=="value"?b=_:l=="checked"?w=_:r&&typeof _!="function"||h[l]===_||Oe(e,l,_,h[l],a);m?(r||f&&(m.__html==f.__html||m.__html==e.innerHTML)||(e.innerHTML=m.__html),t.__k=[]):(f&&(e.textContent=""),($=="foreignObject"||a=="http://www.w3.org/1998/Math/MathML"&&os.test($))&&(a="http://www.w3.org/1999/xhtml"),Vt(p,st(c)?c:[c],t,n,s,a,o,i,o?o[0]:n.__k&&te(n,0),r,d),o&&o.some(oe)),r&&$!="textarea"||(l="value",$=="progress"&&b==null?e.removeAttribute(l):b==null||b===e[l]&&($!="progress"||b)||Oe(e,l,b,h[l],a),l="checked",w!=null&&w!=e[l]&&Oe(e,l,w,h[l],a))}else h===x||r&&e.data==x||(e.data=x);return e}function rt(e,t,n,s){try{typeof e=="function"?t?t.__x=e(t)||1:s&&(s=s.__c||s.__e)&&(t=s.__x)&&(s.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(a){E.__e(a,n)}}function it(e,t,n){var s,a,o,i;if(E.unmount&&E.unmount(e),!(s=e.ref)||s.current&&s.current!=e.__e||rt(s,null,t,e),s=e.__c){if(s.componentWillUnmount)try{s.componentWillUnmount()}catch(r){E.__e(r,t)}s.__P=s.__n=null}if(s=e.__k)for(i=0;i<s.length;i++)s[i]&&it(s[i],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(s=e.__c)&&(s=s.__z)&&(a=Ae(s,o=[]))&&(s==e.__e&&o.some(oe),oe(a),oe(s)),n||oe(e.__e),e.__e=e.__c=e.__=null}function us(e,t,n){return this.constructor(e,n)}function De(e,t){var n,s,a,o;E.__&&E.__(e,t),t.nodeType==9&&(t=t.documentElement),s=(n=e&&32&e.__u)?null:t.__k,t.__k=ge(He,{children:[e]}),a=[],o=[],at(t,t.__k,s||je,je,t.namespaceURI,s?null:t.firstChild?ot.call(t.childNodes):null,a,s?s.__e:t.firstChild,n,o),Qt(a,t.__k,o),t.__k.props.children=null}E={__e:function(e,t,n,s){for(var a,o,i;t=t.__;)if((a=t.__c)&&!(1&a.__g)){a.__g|=4;try{if((i=(o=a.constructor)&&o.getDerivedStateFromError)&&a.setState(o.getDerivedStateFromError(e)),a.componentDidCatch&&(a.componentDidCatch(e,s||{}),i=1),i&&8&a.__g)return void(a.__g|=2)}catch(r){e=r}}throw Ne=0,e}},It=0,ns=function(e){return e!=null&&e.constructor===ye},ue.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=ae({},this.state)),typeof e=="function"&&(e=e(ae({},n),this.props)),e&&(ae(n,e),this.__v&&(t&&this.__k.push(t),zt(this)))},ue.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),zt(this))},ue.prototype.render=He,ee=[],Ne=0,Kt=function(e,t){return e.__v.__b-t.__v.__b},Pe=Symbol(),Jt=/(PointerCapture)$|Capture$/i,nt=0,tt={},ss=0;var de,H,ct,Xt,lt=Object.is,Ue=0,cn=[],ut=[],N=E,Zt=N.__b,en=N.__r,tn=N.diffed,nn=N.__c,sn=N.unmount,on=N.__;function ze(e,t){N.__h&&N.__h(H,e,Ue||t),Ue=0;var n=H.__H||(H.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function C(e){return Ue=1,ds(ln,e)}function ds(e,t,n){var s=ze(de++,2);if(s.t=e,!s.__c&&(s.__=[n?n(t):ln(void 0,t),function(o){var i=(s.__N||s.__)[0],r=s.t(i,o);lt(i,r)||(s.__N=[r,s.__[1]],s.__c.setState({}))}],s.__c=H,!H.__f)){H.__f=!0;var a=H.shouldComponentUpdate;H.shouldComponentUpdate=function(o,i,r){var d=this.__H;if(!d)return!0;var p=!1,l=this.props!=o;if(d.__.some(function(f){f.__N&&(p=!0,lt(f.__[0],f.__N[0])||(l=!0))}),a){var m=a.call(this,o,i,r);return p?m||l:m}return!p||l}}return s.__}function Z(e,t){var n=ze(de++,3);!N.__s&&pt(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,H.__H.__h.push(n))}function I(e,t){var n=ze(de++,4);!N.__s&&pt(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,H.__h.push(n))}function q(e){return Ue=5,V(function(){return{current:e}},[])}function V(e,t){var n=ze(de++,7);return pt(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function ps(){var e;do{for(;e=ut.shift();)try{we(e)}catch(n){N.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=cn.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(we),t.__h.some(dt),t.__h=[]}catch(n){t.__h=[],N.__e(n,e.__v)}}}while(ut.length)}N.__b=function(e){H=null,Zt&&Zt(e)},N.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),on&&on(e,t)},N.__r=function(e){en&&en(e),de=0;var t=(H=e.__c).__H;t&&(ct==H?H.__h=[]:(t.__h.some(we),t.__h.some(dt),de=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),ct=H},N.diffed=function(e){tn&&tn(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&rn(cn.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),ct=H=null},N.__c=function(e,t){t.some(function(n){try{n.__h.some(we),n.__h=n.__h.filter(function(s){return!s.__||dt(s)})}catch(s){n.__h=[function(){throw s}]}}),nn&&nn(e,t)},N.unmount=function(e){sn&&sn(e);var t,n,s=e.__c;s&&s.__H&&(s.__H.__.some(function(a){try{if(a.__P&&a.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}a.__P=n,rn(ut.push(a))}else we(a)}catch(o){t=o}}),s.__H=void 0,t&&N.__e(t,s.__v))};var an=typeof requestAnimationFrame=="function";function fs(e){var t,n=function(){clearTimeout(s),an&&cancelAnimationFrame(t),setTimeout(e)},s=setTimeout(n,35);an&&(t=requestAnimationFrame(n))}function rn(e){e!=1&&Xt==N.requestAnimationFrame||((Xt=N.requestAnimationFrame)||fs)(ps)}function we(e){var t=H,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),H=t}function dt(e){var t=H;e.__c=e.__(),H=t}function pt(e,t){return!e||e.length!=t.length||t.some(function(n,s){return!lt(n,e[s])})}function ln(e,t){return typeof t=="function"?t(e):t}var ms={C:"clubs",D:"diamonds",H:"hearts",S:"spades"},_s="A23456789TJQK",hs={A:"ace",T:"10",J:"jack",Q:"queen",K:"king"},be=e=>e==="JK"?"":e[0],re=e=>e==="JK"?"":e[1],ft=e=>e==="T"?"10":e,mt=e=>hs[e]??e;function ke(e){return e===null?"hidden card":e==="JK"?"printed joker":`${mt(be(e))} of ${ms[re(e)]}`}var We=e=>e.map(ke).join(", "),Ie=(e,t)=>e!==null&&(e==="JK"||e[0]===t),un=e=>e===null?[9,99]:e==="JK"?[8,0]:["SHCD".indexOf(re(e)),_s.indexOf(be(e))];function xe(e,t){return[...e].sort((n,s)=>{let[a,o]=un(n),[i,r]=un(s);return t&&a<8&&i<8?o-r||a-i:a-i||o-r})}function pe(e,t){let n=[...e];for(let s of t){let a=n.indexOf(s);a<0&&(a=n.lastIndexOf(null)),a>=0&&n.splice(a,1)}return n}var dn=(e,t)=>e.length===t.length&&pe(e,t).length===0;var fn=function(e,t,n,s){var a;t[0]=0;for(var o=1;o<t.length;o++){var i=t[o++],r=t[o]?(t[0]|=i?1:2,n[t[o++]]):t[++o];i===3?s[0]=r:i===4?s[1]=Object.assign(s[1]||{},r):i===5?(s[1]=s[1]||{})[t[++o]]=r:i===6?s[1][t[++o]]+=r+"":i?(a=e.apply(r,fn(e,r,n,["",null])),s.push(a),r[0]?t[0]|=2:(t[o-2]=0,t[o]=a)):s.push(r)}return s},pn=new Map;function mn(e){var t=pn.get(this);return t||(t=new Map,pn.set(this,t)),(t=fn(this,t.get(e)||(t.set(e,t=(function(n){for(var s,a,o=1,i="",r="",d=[0],p=function(f){o===1&&(f||(i=i.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?d.push(0,f,i):o===3&&(f||i)?(d.push(3,f,i),o=2):o===2&&i==="..."&&f?d.push(4,f,0):o===2&&i&&!f?d.push(5,0,!0,i):o>=5&&((i||!f&&o===5)&&(d.push(o,0,i,a),o=6),f&&(d.push(o,f,0,a),o=6)),i=""},l=0;l<n.length;l++){l&&(o===1&&p(),p(l));for(var m=0;m<n[l].length;m++)s=n[l][m],o===1?s==="<"?(p(),d=[d],o=3):i+=s:o===4?i==="--"&&s===">"?(o=1,i=""):i=s+i[0]:r?s===r?r="":i+=s:s==='"'||s==="'"?r=s:s===">"?(p(),o=1):o&&(s==="="?(o=5,a=i,i=""):s==="/"&&(o<5||n[l][m+1]===">")?(p(),o===3&&(d=d[0]),o=d,(d=d[0]).push(2,0,o),o=0):s===" "||s==="	"||s===`
`||s==="\r"?(p(),o=2):i+=s),o===3&&i==="!--"&&(o=4,d=d[0])}return p(),d})(e)),t),arguments,[])).length>1?t:t[0]}var u=mn.bind(Be),j=(...e)=>e.filter(Boolean).join(" ");var _t={C:"M10 1a4.1 4.1 0 0 1 3.3 6.5 4.1 4.1 0 1 1-2.2 6.4c.1 2 .8 3.9 2.4 5.1h-7c1.6-1.2 2.3-3.1 2.4-5.1a4.1 4.1 0 1 1-2.2-6.4A4.1 4.1 0 0 1 10 1z",D:"M10 .6Q13.2 6 17.6 10 13.2 14 10 19.4 6.8 14 2.4 10 6.8 6 10 .6z",H:"M10 18.6C4.4 13.6.8 10.6.8 6.5A4.7 4.7 0 0 1 10 4.6a4.7 4.7 0 0 1 9.2 1.9c0 4.1-3.6 7.1-9.2 12.1z",S:"M10 .8c3 4.3 8.6 7.2 8.6 11.5a4.1 4.1 0 0 1-7.5 2.3c.1 1.9.9 3.3 2.3 4.4H6.6c1.4-1.1 2.2-2.5 2.3-4.4a4.1 4.1 0 0 1-7.5-2.3C1.4 8 7 5.1 10 .8z",star:"M10 .8l2.8 6 6.4.8-4.7 4.5 1.2 6.5L10 15.4l-5.7 3.2 1.2-6.5L.8 7.6l6.4-.8z",J:"M3 17h14v2.3H3zM3.5 15.5V8.5L8 11l2-8.5 2 8.5 4.5-2.5v7z",Q:"M3 17h14v2.3H3zM3.3 15.5L1.5 7.2a1.5 1.5 0 1 1 1.3-.3L6 10l1-5.6a1.6 1.6 0 1 1 1.6 0L10 9l1.4-4.6a1.6 1.6 0 1 1 1.6 0L14 10l3.2-3.1a1.5 1.5 0 1 1 1.3.3l-1.8 8.3z",K:"M2.5 17h15v2.3h-15zM2.8 15.5L1 5.5l5.2 4.2L9.2 4.5V3.2H7.8V1.7h1.4V.4h1.6v1.3h1.4v1.5h-1.4v1.3l3 5.2L19 5.5l-1.8 10z"};function $s(e,t,n,s,a){let o=[];for(let i=e+t+a;i<n+s;i+=a){o.push(`M${Math.max(e,i-s)} ${Math.min(s,i-e)}L${Math.min(n,i-t)} ${Math.max(t,i-n)}`);let r=i-s-t;o.push(`M${Math.max(e,r+t)} ${Math.max(t,e-r)}L${Math.min(n,r+s)} ${Math.min(s,n-r)}`)}return o.join("").replace(/\d+\.\d+/g,i=>String(Number(Number(i).toFixed(1))))}var Se=()=>u`<svg class="shapes" width="0" height="0" aria-hidden="true">
  ${Object.entries(_t).map(([e,t])=>u`<symbol id=${`shape-${e}`} viewBox="0 0 20 20"><path fill="currentColor" d=${t} /></symbol>`)}
  <symbol id="shape-back" viewBox="0 0 60 84"><rect x="5" y="5" width="50" height="74" rx="3" class="back-ground" /><path class="back-lines" d=${$s(7,7,53,77,9.2)} /></symbol>
</svg>`,ie=({of:e,x:t,y:n,size:s,name:a})=>u`<use href=${`#shape-${e}`} x=${t} y=${n} width=${s} height=${s} class=${a} />`;function fe({card:e,wild:t,moved:n,label:s,hidden:a}){let o=Ie(e,t),i=e&&be(e),r=e&&re(e),d=s??ke(e)+(o&&e!=="JK"?", wild":"");return u`<svg
    class=${j("card",e?`suit-${r||"star"}`:"back",n&&"moved")}
    viewBox="0 0 60 84"
    role=${a?void 0:"img"}
    aria-label=${a?void 0:d}
    aria-hidden=${a?"true":void 0}
  >
    <rect class="paper" x=".75" y=".75" width="58.5" height="82.5" rx="6" />
    ${e===null&&ie({of:"back",x:0,y:0,size:"100%"})}
    ${e==="JK"&&u`<${ie} of="star" x="4" y="7" size="17" /><text class="joker" x="-78" y="17" transform="rotate(-90)">JOKER</text><${ie} of="star" x="24" y="26" size="30" />`}
    ${r&&u`<text class="rank" x="12.5" y="22" textLength=${i==="T"?19:void 0} lengthAdjust="spacingAndGlyphs">${ft(i)}</text>
      <${ie} of=${r} x="4.5" y="26" size="16" />
      ${_t[i]&&u`<${ie} of=${i} x="27" y="10" size="26" name="court" />`}
      <${ie} of=${r} x="25" y=${_t[i]?44:34} size="30" />
      ${o&&u`<${ie} of="star" x="5" y="48" size="15" name="wild" />`}`}
  </svg>`}var ce=({card:e})=>e==="JK"?u`<span class="token suit-star">joker</span>`:u`<span class=${`token suit-${re(e)}`}>${ft(be(e))}<svg viewBox="0 0 20 20"><use href=${`#shape-${re(e)}`} /></svg></span>`;function Ke({cards:e,wild:t,moved:n,name:s,gaps:a}){let o={},i=n===void 0?-1:e.lastIndexOf(n),r=d=>d&&(d==="JK"?"":re(d));return u`<ul class=${j("cards",s)}>
    ${e.map((d,p)=>(o[d]=(o[d]??0)+1,u`<li
        key=${`${d} ${o[d]}`}
        class=${j(a&&p>0&&r(d)!==r(e[p-1])&&"gap",p===i&&"lifted")}
        aria-hidden=${d===null?"true":void 0}
      ><${fe} card=${d} wild=${t} moved=${p===i} /></li>`))}
  </ul>`}function _n({seat:e,wild:t,moved:n,byRank:s}){let a=o=>n&&o.includes(n.card)?n.card:void 0;return u`<div class="hand">
    ${e.cards.length>0&&u`<${Ke} cards=${xe(e.cards,s)} wild=${t} moved=${a(e.cards)} gaps=${!s} />`}
    ${e.melds.length>0&&u`<div class="melds">
      ${e.melds.map((o,i)=>{let r=o.filter(d=>e.laidOff.includes(d));return u`<${Ke} key=${i} cards=${[...xe(pe(o,r)),...r]} wild=${t} moved=${a(r)} name="meld" />`})}
    </div>`}
  </div>`}var Je=class{waiting=new Map;last=0;ask(t,n,s){let a=++this.last;return new Promise((o,i)=>{this.waiting.set(a,{resolve:o,reject:i,progress:n}),Promise.resolve(s(JSON.stringify({...t,id:a}))).catch(r=>this.fail(a,r))})}fail(t,n){this.waiting.get(t)?.reject(n),this.waiting.delete(t)}failAll(t){for(let n of[...this.waiting.keys()])this.fail(n,t)}take(t){let n=JSON.parse(t),{resolve:s,reject:a,progress:o}=this.waiting.get(n.id)??{};if(n.progress){o?.(n.progress);return}this.waiting.delete(n.id),n.error?a?.(new Error(n.error)):s?.(n)}};function ht(){let e=new Je,t=new Worker("worker.js");return new Promise((n,s)=>{t.onmessage=({data:a})=>{if(a.failed){let o=new Error(a.failed);s(o),e.failAll(o)}else a.ready?n({ask:(i,r)=>e.ask(i,r,d=>t.postMessage(d)),close:()=>t.terminate()}):e.take(a.answer)},t.onerror=a=>s(new Error(a.message||"worker.js cannot be loaded"))})}function $t(e){let t=new Je,n=new EventSource("stream");return new Promise((s,a)=>{n.addEventListener("table",({data:o})=>{let i=async r=>{let d=await fetch(`ask?table=${o}`,{method:"POST",body:r,headers:{"Content-Type":"application/json"}});if(!d.ok)throw new Error(`${d.status}: ${(await d.text()).trim()}`)};s({ask:(r,d)=>t.ask(r,d,i),close:()=>n.close()})}),n.onmessage=({data:o})=>t.take(o),n.onerror=()=>{n.close();let o=new Error("the program has ended, or the connection was lost");a(o),t.failAll(o),e?.(o)}})}var hn=({events:e,...t})=>[t,...e].map(n=>`${JSON.stringify(n)}
`).join("");function vt(e){let t=[];if(e.split(`
`).forEach((n,s)=>{if(!n.trim())return;let a;try{a=JSON.parse(n)}catch{throw new Error(`line ${s+1} is not JSON: want a file of records as JSON lines; rummygym record convert makes one of the text form`)}if(a?.type==="game")t.push({...a,events:[]});else if(a?.type!=="dataset"){if(!t.length)throw new Error(`line ${s+1}: want the header of a game first, {"type":"game",…}`);t.at(-1).events.push(a)}}),!t.length||!t.at(-1).events.length)throw new Error("the file has no game");return t}var Ce=e=>e.replaceAll("-"," "),vs={"first-upcard":"passes the first upcard","knock-or-pass":"does not knock",wall:"does not knock","knocker-melds":"has no more melds","defender-melds":"has no more melds","lay-off":"has no more lay-offs"},gs=e=>e?[e]:"a card";function Fe(e){switch(e.type){case"deal":return[e.hand?`hand ${e.hand} is dealt,`:"the cards are dealt,",...e.wildcard?["wild card",[e.wildcard],"and"]:[],"upcard",[e.upcard]];case"draw":return e.from==="pile"?["takes",e.card?[e.card]:"nothing: the limit of upcards ends the hand"]:["draws",gs(e.card)];case"discard":return["discards",[e.card]];case"declare":return[e.valid?"declares with":"declares wrongly with",[e.card]];case"drop":return["drops"];case"reshuffle":return["the pile becomes the stock, upcard",[e.upcard]];case"pass":return[vs[e.phase]??`passes (${Ce(e.phase)})`];case"knock":return["knocks"];case"meld":return["melds",e.cards];case"lay-off":return["lays off",[e.card]];case"score":return[gt(e)];case"end":return[yt(e)]}return[e.type]}var ys={does:"do",has:"have",passes:"pass"};function $n(e){let[t,...n]=Fe(e);return[t.replace(/^\w+/,s=>ys[s]??s.replace(/s$/,"")),...n]}var ws=e=>typeof e=="string"?e:We(e);function Q(e){let t=Fe(e).map(ws).join(" "),n=e.type==="draw"?` from the ${e.from}`:"";return e.seat!==void 0?`Seat ${e.seat} ${t}${n}`:t[0].toUpperCase()+t.slice(1)}function gt(e){let t=[e.hand?`hand ${e.hand}`:"score"];return e.ending&&(t[0]+=`: ${Ce(e.ending)}`),e.winner!==void 0&&e.scored&&t.push(`seat ${e.winner} scores ${e.scored[e.winner]}`),e.points&&t.push(`points ${e.points.join(" – ")}`),e.scores&&t.push(`match ${e.scores.join(" – ")}`),t.join(", ")}var me=e=>e>0?`+${e}`:e<0?`−${-e}`:"0";function yt(e){let t=e.winner===void 0?"no winner":`seat ${e.winner} wins`;return`${Ce(e.ending)}: ${t}, gains ${e.gains.map(me).join(" ")}`}var vn=e=>typeof e=="number"?`seat ${e}`:e;var bs=e=>e[0].toUpperCase()+e.slice(1);function gn({table:e,number:t,own:n,byRank:s}){let a=e.seats[t],{moved:o,end:i,result:r}=e,d=a.cards.length,p=e.toMove===t,l=e.scores?.[t],m=r&&a.points,f=i?.gains[t];return u`<section
    class=${j("seat",n&&"own",p&&"moving",a.status==="dropped"&&"out")}
    aria-label=${`Seat ${t}, ${a.name}`}
    data-place=${`seat-${t}`}
  >
    <header>
      <h2><span class="number">${t}</span> <span class="name" title=${a.name}>${a.name}</span></h2>
      ${p&&u`<span class="badge move">to move</span>`}
      ${a.status&&u`<span class="badge">${a.status}</span>`}
      <span class="facts">
        ${f!==void 0&&u`<strong class="gain">${me(f)}</strong>`}
        ${m!==void 0&&u`<span>${m} points</span>`}
        ${l!==void 0&&u`<span>score ${l}</span>`}
        ${!r&&!a.melds.length&&u`<span>${d} ${d===1?"card":"cards"}</span>`}
      </span>
    </header>
    <${_n} seat=${a} wild=${e.wild} moved=${o?.seat===t?o:void 0} byRank=${s} />
  </section>`}var ks=7;function xs({table:e}){let{pile:t,moved:n}=e,s=t.slice(-ks);return u`<div class="centre">
    <figure data-place="stock">
      ${e.stock>0?u`<div class="stack"><${fe} card=${null} label=${`Stock of ${e.stock} cards`} /></div>`:u`<div class="empty" />`}
      <figcaption>stock ${e.stock}</figcaption>
    </figure>
    <figure class="pile" data-place="pile">
      ${t.length>0?u`<${Ke} cards=${s} wild=${e.wild} moved=${n&&n.seat===void 0?n.card:void 0} />`:u`<div class="empty" />`}
      <figcaption>discard pile ${t.length}</figcaption>
    </figure>
    ${e.wild&&u`<figure>
      ${e.wildcard&&u`<${fe} card=${e.wildcard} wild=${e.wild} />`}
      <figcaption>wild: ${mt(e.wild)}</figcaption>
    </figure>`}
    ${e.next?.length>0&&u`<p class="next">next
      ${" "}<span role="img" aria-label=${`in the stock: ${We(e.next.slice(0,5))}`}>${e.next.slice(0,5).map(a=>u`<${ce} card=${a} /> `)}</span>
    </p>`}
    <${Ss} table=${e} />
  </div>`}function Ss({table:e}){let{result:t,end:n}=e;return!t&&!n?null:u`<p class="result">${bs(n?yt(n):gt(t))}</p>`}function qe({table:e,viewer:t,byRank:n,animate:s,own:a}){let o=q(null);I(()=>{let p=o.current.querySelector(".moved"),{from:l}=e.moved??{},m=p&&o.current.querySelector(`[data-place="${typeof l=="number"?`seat-${l}`:l}"] .card, [data-place="${l}"]`);if(!s||!m||matchMedia("(prefers-reduced-motion: reduce)").matches)return;let f=m.getBoundingClientRect(),c=p.getBoundingClientRect();p.animate([{transform:`translate(${f.x-c.x}px, ${f.y-c.y}px)`},{transform:"none"}],{duration:240,easing:"ease-out"})},[e]);let i=typeof t=="number"?t:0,r=e.seats.length,d=Array.from({length:r-1},(p,l)=>(i+1+l)%r);return u`<section class=${j("board",r>2&&"many")} aria-label="Table" ref=${o}>
    <div class="others">${d.map(p=>u`<${gn} key=${p} table=${e} number=${p} byRank=${n} />`)}</div>
    <${xs} table=${e} />
    ${a??u`<${gn} table=${e} number=${i} own byRank=${n} />`}
  </section>`}var Cs={first:"M5 4v12M16 4L8 10l8 6z",back:"M14 4L6 10l8 6z",play:"M6 3l11 7-11 7z",pause:"M6 4v12M14 4v12",forward:"M6 4l8 6-8 6z",last:"M15 4v12M4 4l8 6-8 6z"},Me=({icon:e,label:t,keys:n,...s})=>u`<button type="button" class="icon" aria-label=${t} title=${n?`${t} (${n})`:t} ...${s}>
  <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${Cs[e]} /></svg>
</button>`,W=({label:e,value:t,options:n,choose:s})=>u`<label class="choice"><span>${e}</span>
  <select value=${t} onChange=${a=>s(a.currentTarget.value)}>
    ${n.map(([a,o])=>u`<option value=${a} selected=${String(a)===String(t)}>${o}</option>`)}
  </select></label>`,Ms=[.5,1,2,4,8];function Ve(e){I(()=>{let t=n=>{if(n.defaultPrevented||n.altKey||n.ctrlKey||n.metaKey||n.target.closest?.("input, select, textarea")||n.key===" "&&n.target.closest?.("button, summary"))return;let s=e[n.key];s&&(n.preventDefault(),s())};return document.addEventListener("keydown",t),()=>document.removeEventListener("keydown",t)})}function Ye(e,t,n){I(()=>{if(!e)return;let s=setTimeout(n,t);return()=>clearTimeout(s)})}function yn({at:e,last:t,text:n,playing:s,speed:a,go:o,first:i,back:r,forward:d,end:p,toggle:l,setSpeed:m}){return u`<div class="player" role="group" aria-label="Move through the game">
    <input
      type="range"
      aria-label="Event"
      min="0"
      max=${t}
      value=${e}
      aria-valuetext=${`event ${e+1} of ${t+1}: ${n}`}
      onInput=${f=>o(Number(f.currentTarget.value))}
    />
    <div class="buttons">
      <${Me} icon="first" label="First event" keys="Home" onClick=${i} />
      <${Me} icon="back" label="Previous event" keys="←" onClick=${r} />
      <${Me} icon=${s?"pause":"play"} label=${s?"Pause":"Play"} keys="space" onClick=${l} />
      <${Me} icon="forward" label="Next event" keys="→" onClick=${d} />
      <${Me} icon="last" label="Last event" keys="End" onClick=${p} />
      <span class="count" aria-hidden="true">${e+1}/${t+1}</span>
      <${W} label="Speed" value=${a} options=${Ms.map(f=>[f,`${f}×`])} choose=${f=>m(Number(f))} />
    </div>
  </div>`}var Ge=300,Qe=84;function Ts(e,t){let n=new Map;for(let s of e.decisions){let{seat:a}=t.events[s.event-1];s.made.win!==void 0&&n.set(a,[...n.get(a)??[],s])}return[...n].sort(([s],[a])=>s-a)}var wn=e=>`${Math.round(100*e)} %`;function bn({review:e,record:t,at:n,go:s}){let a=Ts(e,t);if(!a.length)return null;let o=p=>Ge*(p-1)/Math.max(1,t.events.length-1),i=p=>Qe*(1-p),r=p=>{let l=p.currentTarget.getBoundingClientRect(),m=(p.clientX-l.x)/l.width*Ge,f=c=>Math.abs(o(c.event)-m);s(e.decisions.reduce((c,_)=>f(_)<f(c)?_:c).event-1)},d=a.map(([p,l])=>`seat ${p} from ${wn(l[0].made.win)} to ${wn(l.at(-1).made.win)}, ${l.filter(m=>m.mistake).length} mistakes`);return u`<section class="curve" aria-label="Win chance">
    <h2>Win chance <span class="legend">${a.map(([p])=>u`<span key=${p} class=${`line-${p}`}><svg viewBox="0 0 24 4" aria-hidden="true"><path class="curve-line" d="M0 2H24" /></svg> seat ${p}</span>`)}</span></h2>
    <svg viewBox=${`0 0 ${Ge} ${Qe}`} preserveAspectRatio="none" role="img" aria-label=${`Win chance: ${d.join("; ")}`} onClick=${r}>
      <path class="curve-half" d=${`M0 ${Qe/2}H${Ge}`} />
      <path class="curve-now" d=${`M${o(n+1)} 0V${Qe}`} />
      ${a.map(([p,l])=>u`<g key=${p} class=${`line-${p}`}>
        <path class="curve-line" d=${`M${l.map(m=>`${o(m.event)} ${i(m.made.win)}`).join("L")}`} />
        ${l.map(m=>u`<path key=${m.event} class=${j("curve-dot",m.mistake&&"mistake")} d=${`M${o(m.event)} ${i(m.made.win)}h0`} />`)}
      </g>`)}
    </svg>
  </section>`}function kn({review:e,record:t,at:n,go:s}){let a=e.decisions.filter(o=>o.mistake);return u`<nav class="mistakes" aria-label="Mistakes">
    ${a.length?"Mistakes:":"No mistake beyond the noise."}
    ${a.map(o=>u`<button
      key=${o.event}
      type="button"
      aria-pressed=${o.event===n+1}
      aria-label=${`Mistake of seat ${t.events[o.event-1].seat}, event ${o.event}`}
      onClick=${()=>s(o.event-1)}
    ><span class="number">${t.events[o.event-1].seat}</span> ${o.event}</button>`)}
  </nav>`}function wt(e,t){let n=(e?.decisions??[]).filter(s=>s.mistake).map(s=>s.event-1);return n.find(s=>s>t)??n[0]}function xn(e,t){return class extends ue{shouldComponentUpdate(n){return!t(this.props,n)}render(n){return Be(e,n)}}}var le=({event:e,yours:t})=>(t?$n:Fe)(e).map(n=>typeof n=="string"?`${n} `:n.map(s=>u`<${ce} card=${s} /> `)),Es=xn(({turn:e,events:t,at:n,costs:s,link:a,go:o})=>{let i=e.seat===void 0;return u`<li class=${j("turn",i&&"table")}>
    ${!i&&u`<span class="number-of">${e.number}</span><span class="number" title=${`seat ${e.seat}`}>${e.seat}</span>`}
    <span class="events-of">${e.events.map(r=>u`<a
      key=${r}
      href=${a(r)}
      class=${j("event",`is-${t[r].type}`,s?.has(r)&&"costly")}
      aria-label=${Q(t[r])}
      aria-current=${r===n?"step":void 0}
      tabindex=${r===n?0:-1}
      onClick=${d=>{d.ctrlKey||d.metaKey||d.shiftKey||d.button||(d.preventDefault(),o(r))}}
    ><${le} event=${t[r]} /></a>`)}</span>
  </li>`},(e,t)=>e.turn===t.turn&&e.events===t.events&&e.link===t.link&&e.turn.events.includes(e.at)===t.turn.events.includes(t.at)&&!e.turn.events.includes(t.at));function Sn({events:e,turns:t,at:n,costs:s,link:a,go:o}){let i=q(null);return I(()=>{let r=i.current,d=r.querySelector("[aria-current]");if(!d)return;r.contains(document.activeElement)&&document.activeElement!==r&&d.focus({preventScroll:!0});let p=d.closest("li").getBoundingClientRect(),l=r.getBoundingClientRect();p.top<l.top&&(r.scrollTop-=l.top-p.top+8),p.bottom>l.bottom&&(r.scrollTop+=p.bottom-l.bottom+8)},[n,e]),u`<nav class="events" aria-label="Events"><ol ref=${i}>
    ${t.map(r=>u`<${Es} key=${r.events[0]} ...${{turn:r,events:e,at:n,costs:s,link:a,go:o}} />`)}
  </ol></nav>`}var X="all",Te="blind";function Cn(e,t){if(t===X)return e;let n={...e};if(e.seat!==t&&e.seat!==void 0){if(e.private)return null;delete n.probability,e.type==="draw"&&e.from==="stock"&&delete n.card}return e.type==="deal"&&(n.hands=e.hands.map((s,a)=>a===t?s:null),delete n.stock,delete n.key),e.type==="reshuffle"&&delete n.stock,n}var _e=e=>e.view===void 0?[X,...e.seats.keys(),Te]:[e.view,Te];function bt(e){return{hand:0,wild:void 0,wildcard:void 0,stock:0,next:null,pile:[],seats:e.seats.map(t=>({name:t,cards:[],melds:[],laidOff:[],status:""})),toMove:void 0,scores:void 0,result:void 0,end:void 0,moved:void 0,size:Math.max(0,...Ls(e).map(t=>t?.length??0))}}var Ls=e=>e.events.find(t=>t.type==="deal")?.hands??[];function Mn(e,t){let n={...e,moved:void 0},s=(i,r)=>{if(!n.seats[i])throw new RangeError(`there is no seat ${i}`);n.seats=n.seats.map((d,p)=>p===i?{...d,...r}:d)},a=(i,r)=>s(i,{cards:pe(n.seats[i].cards,r)}),o=Os[t.type];if(!o)throw new TypeError(`there is no event ${t.type}`);return o(n,t,s,a),n}var Os={deal(e,t){Object.assign(e,{hand:t.hand??0,wild:t.wild,wildcard:t.wildcard,stock:t.stock_size,next:t.stock??null,pile:t.upcard?[t.upcard]:[],result:void 0});let n=Array(e.size).fill(null);e.seats=e.seats.map(({name:s},a)=>({name:s,cards:t.hands[a]??n,melds:[],laidOff:[],status:""}))},draw(e,t,n){if(t.from==="pile"){if(!t.card)return;e.pile=e.pile.slice(0,-1)}else e.stock--,e.next=e.next&&e.next.slice(1);let s=t.card??null;n(t.seat,{cards:[...e.seats[t.seat].cards,s]}),e.moved={seat:t.seat,card:s,from:t.from}},discard(e,t,n,s){s(t.seat,[t.card]),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},declare(e,t,n){n(t.seat,{cards:t.cards,status:t.valid?"declared":"declared wrongly"}),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},drop:(e,t,n)=>n(t.seat,{status:"dropped"}),reshuffle(e,t){e.pile=[t.upcard],e.stock=t.stock_size,e.next=t.stock??null},pass(){},knock:(e,t,n)=>n(t.seat,{cards:t.cards,status:"knocked"}),meld(e,t,n,s){s(t.seat,t.cards),n(t.seat,{melds:[...e.seats[t.seat].melds,t.cards]})},"lay-off"(e,t,n,s){s(t.seat,[t.card]),e.seats.forEach((a,o)=>{let i=o===t.seat?-1:a.melds.findIndex(r=>dn(r,t.onto));i>=0&&(n(o,{melds:a.melds.with(i,[...a.melds[i],t.card]),laidOff:[...a.laidOff,t.card]}),e.moved={seat:o,card:t.card,from:t.seat})})},score(e,t,n){e.result=t,e.scores=t.scores??e.scores,e.seats.forEach((s,a)=>{let o=t.melds?.[a],i=t.hands?.[a];i&&n(a,{cards:o?pe(i,o.flat()):i,melds:o??s.melds}),n(a,{points:t.points?.[a]})})},end(e,t){e.end=t}};function Ee(e,t){let n=e.events.map(o=>Cn(o,t)),s=[],a=bt(e);return n.forEach((o,i)=>{if(o)try{a=Mn(a,o)}catch(r){throw new Error(`event ${i+1} (${o.type}): ${r.message}`)}a={...a,toMove:Ps(n,i+1)},s.push(a)}),{events:n,tables:s}}function Ps(e,t){for(let n=t;n<e.length;n++){let s=e[n];if(s?.seat!==void 0)return s.seat;if(s&&s.type!=="reshuffle")return}}function Tn(e,t,n){let s=t.map(o=>Cn(o,n)).filter(Boolean),a=[];for(let o of s)a.push(e={...Mn(e,o),toMove:void 0});return{events:s,tables:a}}function kt({at:e,viewer:t,line:n,step:s},a=X){let o=new URLSearchParams({event:e+1});return t!==a&&o.set("view",t),n!==void 0&&(o.set("line",n+1),o.set("step",s+1)),`#${o}`}var En=e=>/^\d{1,9}$/.test(e??"")?Number(e):void 0;function xt(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=o=>{let i=En(t.get(o));return i>0?i-1:void 0},s=t.get("view"),a=n("line");return{at:n("event"),viewer:En(s)??s??void 0,line:a,step:a===void 0?void 0:n("step")??0}}var As=150;function Ln(e){if(location.protocol==="about:"||location.hash===e)return;let t=setTimeout(()=>history.replaceState(null,"",e),As);return()=>clearTimeout(t)}var Ct=e=>`${(100*e).toFixed(1)} %`;function St(e){let t=[];return e?.win!==void 0&&t.push(`win ${Ct(e.win)}${e.win_error===void 0?"":` ± ${Ct(e.win_error)}`}`),e?.points!==void 0&&t.push(`points ${e.points.toFixed(2)}${e.points_error===void 0?"":` ± ${e.points_error.toFixed(2)}`}`),t.join(", ")}function On(e){let t=[];return e?.distance!==void 0&&t.push(`MinDist ${e.distance}`),e?.outs!==void 0&&t.push(`${e.outs} outs`),e?.points!==void 0&&t.push(`${e.points} points left`),e?.danger!==void 0&&t.push(`danger ${Math.round(100*e.danger)} %`),t.join(", ")}var Tt=(e,t)=>e?.decisions.find(n=>n.event===t+1),Pn=e=>e.cost&&(e.cost.win>0||e.cost.points>0),An=e=>new Set((e?.decisions??[]).filter(t=>t.mistake??Pn(t)).map(t=>t.event-1)),Mt=e=>e.type==="draw"&&e.from==="stock"?{...e,card:void 0}:e,Ns=(e,t)=>[{event:Mt(t),estimate:e.made,made:!0},...e.alternatives.map((n,s)=>({event:Mt(n.line[0]),estimate:n.estimate,best:s===0}))].map(n=>({...n,text:Q(n.event)})).sort((n,s)=>n.text<s.text?-1:1);function Nn({decision:e,event:t,pick:n}){return u`<section class="review question" aria-label="Try it again">
    <h2>A mistake of seat ${t.seat}</h2>
    <p>The table is as it was before the move. What would you play?</p>
    <div class="buttons">
      ${Ns(e,t).map(s=>u`<button key=${s.text} type="button" aria-label=${s.text} onClick=${()=>n(s)}><${le} event=${s.event} /></button>`)}
    </div>
    <button type="button" onClick=${()=>n()}>Show the answer</button>
  </section>`}function js(e,t){if(t.best)return"Your move is the best one.";if(t.made)return"That was the move of the game.";let{estimate:n}=e.alternatives[0],s=[];return n.points!==void 0&&t.estimate.points!==void 0&&s.push(`${(n.points-t.estimate.points).toFixed(2)} points`),n.win!==void 0&&t.estimate.win!==void 0&&s.push(`${Ct(n.win-t.estimate.win)} of win chance`),`Your move costs ${s.join(" and ")} compared with the best one.`}function jn({decision:e,event:t,line:n,tryLine:s,picked:a,again:o}){let i=St(e.cost),r=On(e.facts);return u`<section class="review" aria-label="Review">
    <h2>${Q(t)}</h2>
    ${a&&u`<p class="verdict" role="status"><strong>${js(e,a)}</strong> (${a.text})</p>`}
    <p>${St(e.made)}${i&&u`<br />${Pn(e)?u`cost: <strong>${i}</strong>`:"No better move was found."}`}</p>
    ${r&&u`<p class="facts-of">${r}</p>`}
    ${e.reasons?.length>0&&u`<p>After it: ${e.reasons.join("; ")}.</p>`}
    ${o&&u`<button type="button" onClick=${o}>Try it again</button>`}
    ${e.alternatives?.length>0&&u`<h3>Instead</h3><ul>
      ${e.alternatives.map((d,p)=>u`<li key=${p}><button type="button" aria-pressed=${n===p} onClick=${()=>s(p)}>
        <${le} event=${Mt(d.line[0])} /></button> ${St(d.estimate)}${d.facts&&u`<br /><span class="facts-of">${On(d.facts)}</span>`}</li>`)}
    </ul>`}
  </section>`}var Rn="rummygym-scheme";function Bn(){try{return localStorage.getItem(Rn)??"auto"}catch{return"auto"}}function Hn(e){e==="auto"?delete document.documentElement.dataset.scheme:document.documentElement.dataset.scheme=e}Hn(Bn());function Xe(){let[e,t]=C(Bn);return I(()=>{Hn(e);try{localStorage.setItem(Rn,e)}catch{}},[e]),u`<${W} label="Colours" value=${e} choose=${t} options=${[["auto","System"],["light","Light"],["dark","Dark"]]} />`}function Dn(e){let t=[],n=0,s;return e.forEach((a,o)=>{if(a){if(a.type==="deal"&&(n=0),a.seat===void 0){t.push({events:[o]}),s=void 0;return}a.seat!==s&&(t.push({number:++n,seat:a.seat,events:[]}),s=a.seat),t.at(-1).events.push(o)}}),t}function he(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s])return s;return t}function Et(e,t,n){let s=e.findIndex(o=>o.events.includes(t)),a=n<0&&s>=0&&e[s].events[0]!==t?s:s+n;return e[Math.max(0,Math.min(e.length-1,a))]?.events[0]??t}function Lt(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s]?.type==="deal")return s;return t}function Un(e,t,{at:n=0,viewer:s,line:a,step:o}){let i=_e(e),r=e.events.length-1,d={at:Math.min(n,r),viewer:i.includes(s)?s:i[0]},p=Tt(t,d.at)?.alternatives?.[a];return p?{...d,line:a,step:Math.min(o,p.line.length-1)}:d}function Ot({data:{title:e,record:t,review:n},aside:s,reviewing:a}){let[o,i]=C(()=>Un(t,n,xt(location.hash))),[r,d]=C(!1),[p,l]=C(2),[m,f]=C(!1),[c,_]=C(!1),[b,w]=C(()=>new Map),{viewer:y,line:h,step:x}=o,{events:$,tables:K}=V(()=>Ee(t,y),[y]),J=V(()=>Dn($),[$]),F=V(()=>An(n),[n]),g=$[o.at]?o.at:he($,o.at,-1),O=he($,$.length,-1),R=Tt(n,g),D=R?.mistake&&R.alternatives?.length>0&&h===void 0&&!b.has(g)&&!r,T=V(()=>{let k=h!==void 0&&Tn(K[g-1]??bt(t),R.alternatives[h].line,y);return k?.events?.length>0&&k},[g,h,K]),L=V(()=>k=>kt({at:k,viewer:y},_e(t)[0]),[y]);Z(()=>Ln(kt(o,_e(t)[0])),[o]),Z(()=>{let k=()=>{i(Un(t,n,xt(location.hash))),d(!1)};return addEventListener("hashchange",k),()=>removeEventListener("hashchange",k)},[]);let B=(k,ve)=>{_(k===he($,g,1)&&h===void 0),i({at:k,viewer:y}),ve||d(!1)},P=k=>{if(!T)return B(he($,g,k));let ve=x+k;return _(k>0),i({...o,step:Math.max(0,Math.min(T.events.length-1,ve))})},S={first:()=>B(0),back:()=>P(-1),forward:()=>P(1),end:()=>B(O),toggle:()=>{!r&&g>=O&&B(0),d(!r)}};Ve({ArrowLeft:S.back,ArrowRight:S.forward,ArrowUp:()=>B(Et(J,g,-1)),ArrowDown:()=>B(Et(J,g,1)),PageUp:()=>B(Lt($,g,-1)),PageDown:()=>B(Lt($,g,1)),Home:S.first,End:S.end," ":S.toggle,Escape:()=>h!==void 0&&B(g),m:()=>wt(n,g)!==void 0&&B(wt(n,g))}),Ye(r,1e3/p,()=>g<O?B(he($,g,1),!0):d(!1));let A=T?Math.min(x,T.events.length-1):g,U=T?T.events[A]:$[g],z=T?T.tables[A]:K[D?g-1:g],ne=k=>w(new Map(b).set(g,k??null)),Y=()=>w(new Map([...b].filter(([k])=>k!==g))),G=Q(U);return u`<${Se} />
    <header class="top">
      <div><h1>${e}</h1><p class="players">${t.seats.join(" – ")}</p></div>
      <${W}
        label="View"
        value=${y}
        options=${_e(t).map(k=>[k,k===X?"All cards":k===Te?"Blind":`Seat ${k}`])}
        choose=${k=>i({at:g,viewer:k===X||k===Te?k:Number(k)})}
      />
      <${W} label="Order" value=${m?"rank":"suit"} options=${[["suit","By suit"],["rank","By rank"]]} choose=${k=>f(k==="rank")} />
      <${Xe} />
      ${s}
    </header>
    <main>
      ${T&&u`<p class="what-if">What if: ${G} <button type="button" onClick=${()=>B(g)}>Back to the game</button></p>`}
      <${qe} table=${z} viewer=${y} byRank=${m} animate=${c} />
      <${yn} ...${{at:g,last:$.length-1,text:G,playing:r,speed:p,go:B,setSpeed:l,...S}} />
    </main>
    <aside>
      ${n&&u`<div class="overview"><${bn} ...${{review:n,record:t,at:g,go:B}} /><${kn} ...${{review:n,record:t,at:g,go:B}} /></div>`}
      ${!n&&a}
      ${D&&u`<${Nn} ...${{decision:R,event:$[g],pick:ne}} />`}
      ${R&&!D&&u`<${jn}
        ...${{decision:R,event:$[g],line:h,picked:b.get(g)}}
        again=${b.has(g)&&h===void 0&&Y}
        tryLine=${k=>i({at:g,viewer:y,line:k,step:0})}
      />`}
      <${Sn} ...${{events:$,turns:J,at:g,costs:F,link:L,go:B}} />
      <${Bs} record=${t} review=${n} />
    </aside>
    <p class="unseen" aria-live=${r?"off":"polite"}>${G}</p>`}var Rs=[["← →","event"],["↑ ↓","turn"],["Page ↑ ↓","hand"],["Home End","first, last"],["Space","play, pause"]],Bs=({record:e,review:t})=>u`<details class="about">
  <summary>Keys and rules</summary>
  <dl class="keys">${[...Rs,...t?[["m","next mistake"]]:[]].map(([n,s])=>u`<div><dt>${n}</dt><dd>${s}</dd></div>`)}</dl>
  <dl>
    ${t?.by&&u`<div><dt>reviewed with</dt><dd>${t.by}</dd></div>`}
    <div><dt>environment</dt><dd>${e.env}</dd></div>
    ${e.view!==void 0&&u`<div><dt>the record holds what was seen by</dt><dd>${vn(e.view)}</dd></div>`}
    ${e.origin?.seed&&u`<div><dt>seed</dt><dd>${e.origin.seed}</dd></div><div><dt>deal</dt><dd>${e.origin.deal}</dd></div>`}
    ${Object.entries(e.rules).map(([n,s])=>u`<div><dt>${n}</dt><dd>${String(s)}</dd></div>`)}
  </dl>
</details>`,Pt=e=>_e(e).forEach(t=>Ee(e,t));async function Hs(e){let t=Uint8Array.from(atob(e),n=>n.charCodeAt(0));return new Response(new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"))).json()}var zn=document.getElementById("data");if(zn){let e=document.getElementById("page");Hs(zn.textContent).then(t=>{Pt(t.record),De(u`<${Ot} data=${t} />`,e)}).catch(t=>{e.textContent=`This page cannot show its record: ${t.message}`})}var Wn=e=>e==="human"||e.startsWith("human:");function Ds({seats:e}){let t=e.map((s,a)=>a),n=t.map(s=>[String(s),`Seat ${s}, ${Wn(e[s])?"you":e[s]}`,[s]]);return[...e.some(Wn)?[["","Your decisions",[]]]:[],["all","All seats",t],...n]}function In({record:e,open:t,atOnce:n,done:s}){let a=Ds(e),[o,i]=C(a[0][0]),[r,d]=C(null),[p,l]=C(""),m=q(null),f=()=>{m.current?.close(),m.current=null,d(null)},c=async()=>{l(""),d({done:0,total:0});let _=t(),b={close:()=>_.then(w=>w.close(),()=>{})};m.current=b;try{let{ask:w}=await _,y=a.find(([x])=>x===o)[2],{review:h}=await w({do:"review",records:hn(e),seats:y},x=>m.current===b&&d(x));m.current===b&&s(h)}catch(w){m.current===b&&l(w.message)}finally{m.current===b&&f()}};return Z(()=>(n&&c(),()=>m.current?.close()),[]),u`<section class="review reviewing" aria-label="Review">
    <h2>Review</h2>
    ${p&&u`<p role="alert">${p}</p>`}
    ${r?u`<label>Searching for better moves <progress value=${r.total?r.done:void 0} max=${r.total||1} /></label>
        <div class="buttons"><button type="button" onClick=${f}>Stop</button></div>`:u`<p>Search says what each decision cost, and asks for a better move at each mistake.</p>
        <div class="buttons"><${W} label="of" value=${o} options=${a} choose=${i} />
          <button type="button" onClick=${c}>Review</button></div>`}
  </section>`}var Us=e=>e===1?"1 player":`${e} players`;function zs(e,t){let n=e.games.find(l=>l.name===t.game)??e.games[0],s=n.presets.find(l=>l.name===t.preset)??n.presets[0],a=s.tables.find(l=>l.seats===t.seats)??s.tables[0],{seats:o}=a,i=l=>n.agents.some(m=>m.spec===l),r=t.watch?o:o-1,d=Array.from({length:r},(l,m)=>i(t.agents?.[m])?t.agents[m]:a.default),p=i(t.adviser)?t.adviser:"";return{...t,game:n,preset:s,seats:o,agents:d,adviser:p}}function Ws({game:e,preset:t,seats:n,agents:s,watch:a,practice:o,adviser:i,changes:r,seed:d}){let p=[t.name,...n===t.tables[0].seats?[]:[`seats=${n}`],r?.trim()].filter(Boolean).join(" ");return{do:"new",game:e.name,rules:p,agents:s,watch:!!a,practice:!!o&&!a,adviser:i,seed:d?.trim()??""}}function Kn({catalog:e,picked:t,pick:n,start:s,open:a,goOn:o,busy:i}){let r=zs(e,t),[d,p]=C(!!(t.changes||t.seed)),l=c=>_=>n({[c]:_}),m=r.game.agents.map(c=>[c.spec,c.spec]),f=!t.native&&[...r.agents,r.adviser].some(c=>r.game.agents.find(_=>_.spec===c)?.network);return u`<form class="setup" aria-label="New table" onSubmit=${c=>{c.preventDefault(),s(Ws(r))}}>
    <h2>New table</h2>
    <div class="fields">
      <${W} label="Game" value=${r.game.name} options=${e.games.map(c=>[c.name,c.title])} choose=${c=>n({game:c,preset:void 0,seats:void 0,agents:void 0,adviser:""})} />
      <${W} label="Rules" value=${r.preset.name} options=${r.game.presets.map(c=>[c.name,c.name])} choose=${l("preset")} />
      ${r.preset.tables.length>1&&u`<${W} label="Table" value=${r.seats} options=${r.preset.tables.map(c=>c.seats).toSorted().map(c=>[c,Us(c)])} choose=${c=>n({seats:Number(c)})} />`}
      <${W} label="You" value=${r.watch?"watch":r.practice?"practice":"play"} options=${[["play","Play"],["practice","Practise: moves can be taken back"],["watch","Watch agents play"]]} choose=${c=>n({watch:c==="watch",practice:c==="practice"})} />
    </div>
    <fieldset class="fields">
      <legend>${r.watch?"Agents":r.agents.length===1?"Opponent":"Opponents"}</legend>
      ${r.agents.map((c,_)=>u`<div key=${_}><${W}
        label=${r.agents.length===1?"Agent":r.watch?`Seat ${_}`:`Opponent ${_+1}`}
        value=${c}
        options=${m}
        choose=${b=>n({agents:r.agents.with(_,b)})}
      /><p class="doc">${r.game.agents.find(b=>b.spec===c).doc}</p></div>`)}
      ${f&&u`<p class="doc">Networks are loaded first, about 2 MB.</p>`}
    </fieldset>
    <details open=${d} onToggle=${c=>p(c.currentTarget.open)}>
      <summary>More</summary>
      <div class="fields">
        ${!r.watch&&u`<${W} label="Hints by" value=${r.adviser} options=${[["","the strongest fast agent"],...m]} choose=${l("adviser")} />`}
        <label class="choice wide"><span>Changes of the rules</span>
          <input value=${r.changes??""} placeholder=${r.game.name==="gin"?"episode=match target=25":"cap=100 first-drop=25"} onInput=${c=>n({changes:c.currentTarget.value})} /></label>
        <label class="choice wide"><span>Seed of the cards</span>
          <input inputmode="numeric" value=${r.seed??""} placeholder="random" onInput=${c=>n({seed:c.currentTarget.value})} /></label>
        <details class="options"><summary>Options of ${r.game.title}</summary>
          <dl>${r.game.options.map(c=>u`<div key=${c.name}><dt>${c.name}</dt><dd>${c.doc}</dd></div>`)}</dl></details>
      </div>
    </details>
    <p class="begin">
      <button type="submit" class="main" disabled=${i}>${r.watch?"Watch":"Deal"}</button>
      ${o&&u`<button type="button" disabled=${i} onClick=${o}>Go on with the last table</button>`}
      <label class="file">Open records<input type="file" accept=".jsonl,.json,.txt" onChange=${async c=>{let[_]=c.currentTarget.files;c.currentTarget.value="",_&&a(await _.text())}} /></label>
    </p>
  </form>`}function Jn(e,t){let n=e?.melds??[],s=e?.unmelded??[];if(t)return[{name:"",counts:!0,cards:xe([...n.flatMap(o=>o.cards),...s])}];let a=n.map(o=>({name:o.kind,counts:o.counts,cards:o.cards}));return s.length&&a.push({name:a.length?"unmelded":"",counts:!0,cards:s}),a}function Fn({groups:e,wild:t,at:n,drawn:s,turn:a,choose:o,play:i}){let r=q(null);I(()=>{r.current.contains(document.activeElement)&&r.current.querySelector("[tabindex='0']")?.focus({preventScroll:!0})},[n,e]);let d=0,p=e.flatMap(l=>l.cards).lastIndexOf(s);return u`<div class="hand own-hand" role="group" aria-label="Your hand" ref=${r}>
    ${e.map(l=>u`<div class="group" key=${l.cards.join()}>
      <ul class="cards">${l.cards.map(m=>{let f=d++,c=`${ke(m)}${Ie(m,t)&&m!=="JK"?", wild":""}${f===p?", just drawn":""}`;return u`<li key=${f}><button
          type="button"
          class=${j("pick",f===n&&"chosen")}
          aria-pressed=${f===n}
          aria-label=${c}
          tabindex=${f===(n??0)?0:-1}
          disabled=${!a}
          onClick=${()=>f===n?i():o(f)}
        ><${fe} card=${m} wild=${t} moved=${f===p} hidden /></button></li>`})}</ul>
      ${l.name&&u`<p class=${j("kind",!l.counts&&"waiting")} title=${l.counts?void 0:"does not save points yet"}>${l.counts?l.name:`(${l.name})`}</p>`}
    </div>`)}
  </div>`}var Is=e=>e==="human"?"You":e;function qn({players:e,results:t}){if(!t?.length)return null;let n=e.map((s,a)=>t.reduce((o,i)=>o+i.gains[a],0));return u`<section class="sheet" aria-label="Score sheet">
    <h2>Score sheet</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Scores"><table>
      <thead><tr><th scope="col">Game</th>${e.map((s,a)=>u`<th scope="col" key=${a}>${Is(s)}</th>`)}</tr></thead>
      <tbody>${t.map((s,a)=>u`<tr key=${a}><th scope="row">${a+1} <span class="ending">${Ce(s.ending)}${s.practice?", practice":""}</span></th>${s.gains.map((o,i)=>u`<td key=${i}>${me(o)}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">Sum</th>${n.map((s,a)=>u`<td key=${a}>${me(s)}</td>`)}</tr></tfoot>
    </table></div>
  </section>`}var Ks=e=>e.map(t=>u`<${ce} card=${t} /> `),At=(e,t)=>t==="wins"?`${(100*e).toFixed(1)} % won`:`${e.toFixed(1)} points`;function Vn({hint:e,text:t,play:n}){let{hand:s,outs:a,discards:o,values:i,unit:r}=e,d=a?.reduce((l,m)=>l+m.copies,0),[p]=i??[];return u`<section class="hint review" aria-label="Hint">
    <h2>Hint</h2>
    <p>${s.distance===void 0?u`Deadwood ${s.points}.`:u`${s.distance} ${s.distance===1?"card":"cards"} from a declaration, ${s.points} points.`}</p>
    <p><strong>${e.adviser.replace(/@[0-9a-f]+/,"")}</strong> would ${t(e.action)}
      ${p&&(p.wins?": it wins":`: it expects ${At(p.value,r)}`)}
      ${" "}<button type="button" onClick=${()=>n(e.action)}>Do it</button></p>
    ${i?.length>1&&u`<ul>${i.slice(1,5).map(l=>u`<li key=${l.action}>${t(l.action)}: ${At(Math.abs(l.behind),r)} ${l.behind<0?"better":"worse"}${l.error?` ± ${At(l.error,r)}`:""}</li>`)}</ul>`}
    ${a?.length>0&&u`<p>${d} unseen ${d===1?"card helps":"cards help"}: ${Ks(a.map(l=>l.card))}</p>`}
    ${o?.length>0&&u`<h3>What discards leave</h3><ul>${o.slice(0,6).map((l,m)=>u`<li key=${m}><${ce} card=${l.card} /> ${l.distance===void 0?"":`MinDist ${l.distance}, `}${l.outs} outs, ${l.points} points</li>`)}</ul>`}
  </section>`}var Js=[[1600,"Slow"],[700,"Normal"],[200,"Fast"],[0,"At once"]],Fs=e=>e[0].toUpperCase()+e.slice(1),Gn=(e,t,n)=>t===n?"You":e[t];function qs({events:e,names:t,you:n}){let s=q(null);return I(()=>{s.current.scrollTop=s.current.scrollHeight},[e]),u`<section class="events log" aria-label="What happened"><ol ref=${s} tabindex="0">
    ${e.map((a,o)=>u`<li key=${o} class=${j("turn",a.seat===void 0&&"table",`is-${a.type}`)}>
      ${a.seat!==void 0&&u`<span class=${j("who",a.seat===n&&"you")}>${Gn(t,a.seat,n)}</span>`}
      <span class="event"><${le} event=${a} yours=${a.seat!==void 0&&a.seat===n} /></span></li>`)}
  </ol></section>`}function Yn(e,t){return e.mover===void 0?"The game is over.":e.turn?"Your move":`${e.names[e.mover]} ${t?"thinks":"is to move"} …`}function Qn({state:e,events:t,ask:n,busy:s,hint:a,problem:o,pace:i,setPace:r,leave:d,save:p,replay:l,aside:m}){let f=e.seat,c=f===void 0,[_,b]=C(void 0),[w,y]=C(0),[h,x]=C(!1),[$,K]=C(!1),[J,F]=C(!1),g=V(()=>({seats:e.names.map((v,M)=>M===f?"You":v),events:t}),[t,e]),O=V(()=>{let{tables:v}=Ee(g,c?X:f);return{...v.at(-1),toMove:e.mover}},[g]),R=!c&&O.moved?.seat===f?O.moved.card:void 0,D=V(()=>Jn(e.hand,h),[e,h]),T=D.flatMap(v=>v.cards),L=e.choices??[],B=L.filter(v=>!v.plays),P=v=>L.filter(M=>M.plays&&M.card===T[v]),S=T.findIndex(v=>L.some(M=>M.plays&&M.card===v))>=0,A=()=>{let v=se=>P(se).length>0,M=T.lastIndexOf(R);return M>=0&&v(M)?M:T.findLastIndex((se,Le)=>v(Le))},U=S?_!==void 0&&_<T.length?_:A():void 0,z=[...U===void 0?[]:P(U),...B],ne=Math.min(w,Math.max(0,z.length-1));Z(()=>{b(void 0),y(0)},[e]);let Y=e.mover===void 0,G=v=>!s&&e.turn&&n({do:"play",action:v}),k=()=>!s&&Y&&n({do:"next"}),ve=()=>Y?k():z[ne]&&G(z[ne].action),Nt=v=>{b(v),y(0)},jt=v=>S&&Nt((U+v+T.length)%T.length),Rt=()=>!s&&e.turn&&n({do:"hint"}),Bt=()=>!s&&e.can_undo&&n({do:"undo"});Ye(!s&&!Y&&!e.turn&&!$&&!o,i,()=>n({do:"advance"}));let Ze=c?{" ":()=>K(!$),ArrowRight:()=>$&&!s&&!Y&&n({do:"advance"}),n:k}:{ArrowLeft:()=>jt(-1),ArrowRight:()=>jt(1),h:Rt,u:Bt,s:()=>x(!h),n:k};Object.assign(Ze,{ArrowUp:()=>y(Math.max(0,ne-1)),ArrowDown:()=>y(Math.min(z.length-1,ne+1)),"?":()=>F(!J)});for(let v=1;v<=Math.min(9,z.length);v++)Ze[v]=()=>G(z[v-1].action);Ve(Ze),I(()=>{let v=M=>{if(M.key!=="Enter"||M.defaultPrevented||M.altKey||M.ctrlKey||M.metaKey||M.repeat)return;let se=M.target.closest?.("a, button, input, select, summary, textarea");se&&!se.classList.contains("pick")||(M.preventDefault(),ve())};return document.addEventListener("keydown",v),()=>document.removeEventListener("keydown",v)});let Ht=q(null);I(()=>{let v=se=>{let Le=se.target.closest('[data-place="stock"], [data-place="pile"]')?.dataset.place,Dt=Le&&L.find(Ut=>Ut.type==="draw"&&Ut.source===Le);Dt&&G(Dt.action)},M=Ht.current;return M.addEventListener("click",v),()=>M.removeEventListener("click",v)});let Zn=e.hand&&`${e.hand.points} ${e.hand.distance===void 0?"deadwood":"points"}${e.hand.distance===void 0?"":`, MinDist ${e.hand.distance}`}`,es=c||Y?void 0:u`<section class=${j("seat own",e.turn&&"moving")} aria-label=${`Seat ${f}, you`} data-place=${`seat-${f}`}>
    <header>
      <h2><span class="number">${f}</span> <span class="name">You</span></h2>
      ${e.turn&&u`<span class="badge move">to move</span>`}
      ${O.seats[f].status&&u`<span class="badge">${O.seats[f].status}</span>`}
      <span class="facts"><span>${Zn}</span>${O.scores&&u`<span>score ${O.scores[f]}</span>`}</span>
    </header>
    <${Fn} groups=${D} wild=${O.wild} at=${U} drawn=${R} turn=${e.turn&&S} choose=${Nt} play=${()=>z[0]?.plays&&G(z[0].action)} />
    ${O.seats[f].melds.length>0&&u`<p class="laid">On the table: ${O.seats[f].melds.map(v=>u`<${le} event=${{type:"meld",cards:v}} /> `)}</p>`}
  </section>`,ts=t.length>0?t.slice(-2).map(v=>v.seat===void 0?Q(v):`${Gn(e.names,v.seat,f)}: ${Q(v).replace(/^Seat \d+ /,"")}`).join(". "):"";return u`
    <header class="top">
      <div><h1>${e.title}</h1><p class="players">game ${e.number+1}, rules ${e.rules}${e.practice?", practice":""}</p></div>
      <${W} label="Agents move" value=${i} options=${Js} choose=${v=>r(Number(v))} />
      ${m}
      <button type="button" onClick=${d}>New table</button>
    </header>
    <main ref=${Ht} aria-busy=${s} class=${j("playing",e.turn&&L.some(v=>v.type==="draw")&&"drawing")}>
      <${qe} table=${O} viewer=${c?X:f} animate=${i>0} own=${es} />
      <div class="player moves" role="group" aria-label="Moves">
        <p class="say">${o?u`<span role="alert">${o}</span>`:Yn(e,s)}</p>
        <div class="buttons">
          ${z.map((v,M)=>u`<button key=${v.action} type="button" class=${j("choose",M===ne&&"main")} disabled=${s} onClick=${()=>G(v.action)}>
            <span class="digit" aria-hidden="true">${M+1}</span> ${Fs(v.text)}</button>`)}
          ${Y&&u`<button type="button" class="main" disabled=${s} onClick=${k}>Next game</button><button type="button" onClick=${()=>l(!0)}>Review</button>
            <button type="button" onClick=${()=>l(!1)}>Look at the game</button>`}
          ${c&&!Y&&u`<button type="button" onClick=${()=>K(!$)}>${$?"Go on":"Pause"}</button>
            ${$&&u`<button type="button" disabled=${s} onClick=${()=>n({do:"advance"})}>Next move</button>`}
            <button type="button" disabled=${s} onClick=${()=>n({do:"advance",moves:1e6})}>To the end</button>`}
          ${o&&!e.turn&&!Y&&u`<button type="button" onClick=${()=>n({do:"advance"})}>Try again</button>`}
        </div>
        <div class="buttons tools">
          ${!c&&u`<button type="button" disabled=${s||!e.turn} onClick=${Rt}>Hint</button>
            ${e.practice&&u`<button type="button" disabled=${s||!e.can_undo} onClick=${Bt}>Take back</button>`}
            <button type="button" onClick=${()=>x(!h)}>${h?"By melds":"By suit"}</button>`}
          <button type="button" onClick=${p}>Save records</button>
          <button type="button" aria-expanded=${J} onClick=${()=>F(!J)}>Keys</button>
        </div>
        ${J&&u`<dl class="keys">${(c?Ys:Vs).map(([v,M])=>u`<div key=${v}><dt>${v}</dt><dd>${M}</dd></div>`)}</dl>`}
      </div>
    </main>
    <aside>
      ${a&&u`<${Vn} hint=${a} play=${G} text=${v=>L.find(M=>M.action===v)?.text??""} />`}
      <${qn} players=${e.players} results=${e.results} />
      <${qs} events=${t} names=${e.names} you=${f} />
    </aside>
    <p class="unseen" aria-live="polite">${ts}. ${Yn(e,!1)}</p>`}var Vs=[["← →","choose a card"],["↑ ↓","choose a move"],["Enter, 1 to 9","make it; the next game"],["h","hint"],["u","take back, in practice"],["s","by suit, by melds"],["?","keys"]],Ys=[["Space","pause, go on"],["→","next move, in a pause"],["Enter, n","next game"]];var $e={get(e,t){try{return JSON.parse(localStorage.getItem(`rummygym-${e}`))??t}catch{return t}},set(e,t){try{localStorage.setItem(`rummygym-${e}`,JSON.stringify(t))}catch{}}};function Gs(e,t){let n=document.createElement("a");n.href=URL.createObjectURL(new Blob([t],{type:"application/x-ndjson"})),n.download=e,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}function Qs({engine:e,openEngine:t,catalog:n,native:s,more:a,lost:o}){let[i,r]=C(()=>({...$e.get("table",{}),native:s})),[d,p]=C(()=>$e.get("pace",700)),[l,m]=C(null),[f,c]=C([]),[_,b]=C(null),[w,y]=C(!1),[h,x]=C(""),[$,K]=C(null),[J,F]=C(()=>$e.get("records","")),g=async P=>{y(!0),x("");try{let S=await e(P);if(S.state){let A=S.state;if(m(A),c(U=>[...U.slice(0,A.from),...A.events]),b(null),A.seat!==void 0&&(A.turn||A.mover===void 0)){let{records:U}=await e({do:"records"});$e.set("records",U),F(U)}}return S.hint&&b(S.hint),S}catch(S){x(S.message);return}finally{y(!1)}},O=(P,S,A)=>{try{Pt(S),K({title:P,record:S,atOnce:A}),history.replaceState(null,"",location.pathname+location.search)}catch(U){x(U.message)}},R=async P=>{let S;try{S=vt(P)}catch(z){x(z.message);return}let A=S.at(-1);if(A.events.at(-1)?.type!=="end"&&A.view===void 0&&await g({do:"resume",records:P}))return;let U=n.games.find(z=>z.name===A.game)?.title??A.game;O(U,A)},D=async()=>(await g({do:"records"}))?.records,T=P=>{let S={...i,...P};r(S),$e.set("table",S)};Z(()=>$e.set("pace",d),[d]);let L=u`<${Xe} />`;if(o)return u`<main class="message"><p role="alert">${o} Reload the page to begin again.</p></main>`;if($){let P=()=>{K(null),history.replaceState(null,"",location.pathname+location.search)},{record:S,atOnce:A}=$,U=S.view===void 0&&u`<${In} ...${{record:S,atOnce:A}} open=${t} done=${z=>K({...$,review:z})} />`;return u`<${Ot} data=${$} aside=${u`<button type="button" onClick=${P}>Back</button>`} ...${{reviewing:U}} />`}if(l)return u`<${Se} /><${Qn}
      ...${{state:l,events:f,ask:g,busy:w,hint:_,problem:h,pace:d,setPace:p,aside:L}}
      leave=${()=>{m(null),c([]),e({do:"leave"})}}
      save=${async()=>{let P=await D();P&&Gs("rummygym.jsonl",P)}}
      replay=${async P=>{let S=await D();S&&O(l.title,vt(S).at(-1),P)}}
    />`;let B=J&&(()=>g({do:"resume",records:J,practice:i.practice}));return u`<${Se} />
    <header class="top"><div><h1>rummygym</h1><p class="players">Play Indian Rummy and Gin Rummy with agents</p></div>${L}</header>
    <main class="begin-page">
      ${h&&u`<p class="problem" role="alert">${h}</p>`}
      <${Kn} ...${{catalog:n,picked:i,pick:T,open:R,goOn:B,busy:w}} start=${g} />
      ${a?.(O)}
    </main>`}async function Xn(e,t){let n=e.dataset.engine==="stream",s=()=>{};try{let{ask:a}=await(n?$t(r=>s(`${r.message}.`)):ht()),{catalog:o}=await a({do:"catalog"}),i=n?$t:ht;s=r=>De(u`<${Qs} engine=${a} ...${{openEngine:i,catalog:o,native:n,more:t,lost:r}} />`,e),e.textContent="",s()}catch(a){e.textContent=`The page cannot start: ${a.message}`}}Xn(document.getElementById("page"));})();
